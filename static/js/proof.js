// The proof of work at sign-up: find a number whose hash with the challenge begins with enough zero bits.
// A plain SHA-256, because the browser's own needs https and one promise for every try.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  const root = (x, power) => ((x ** power) % 1) * 2 ** 32;
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) {
      if (n % d === 0) {
        prime = false;
        break;
      }
    }
    if (!prime) continue;
    if (found < 8) START[found] = root(n, 1 / 2);
    K[found++] = root(n, 1 / 3);
  }
}

/** Return how many zero bits the SHA-256 of an ASCII text begins with, counted up to 32. */
function zeroBits(text) {
  const length = text.length, blocks = ((length + 8) >> 6) + 1;
  const words = new Uint32Array(blocks * 16), w = new Uint32Array(64), state = Uint32Array.from(START);
  for (let i = 0; i < length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8);
  words[length >> 2] |= 0x80 << (24 - (length % 4) * 8);
  words[words.length - 1] = length * 8;
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = words[block * 16 + i];
        continue;
      }
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] +
        (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] += value;
    });
  }
  return Math.clz32(state[0]);
}

/** Work a little at a time, so that the page stays quick; write the answer into its field. A form that is sent
 *  before waits for it. */
function work(field) {
  const { challenge, bits } = field.dataset;
  let number = 0, sent = false;
  field.form.addEventListener("submit", (event) => {
    if (field.value) return;
    event.preventDefault();
    sent = true;
  });
  const some = () => {
    for (const until = number + 1500; number < until; number++) {
      if (zeroBits(`${challenge}:${number}`) < Number(bits)) continue;
      field.value = String(number);
      if (sent) field.form.requestSubmit();
      return;
    }
    setTimeout(some);
  };
  some();
}

for (const field of document.querySelectorAll("input[data-challenge]")) work(field);
