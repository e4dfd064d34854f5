// A short tone: it is my turn. Only for those who asked for it.

let context = null;

/** Ask once in this browser, after a turn that was missed; what is answered is kept, and the papers can change it. */
export function offer(box) {
  box.hidden = false;
  box.addEventListener("click", (event) => {
    const answer = event.target.closest("[data-tone]")?.dataset.tone;
    if (!answer) return;
    localStorage.setItem("tone-asked", "yes");
    box.hidden = true;
    if (answer !== "on") return;
    localStorage.setItem("sound", "on");
    const setting = document.getElementById("sound");
    if (setting) setting.checked = true;
    chime();
  });
}

export function chime() {
  context ??= new AudioContext();
  context.resume();
  const loudness = context.createGain();
  loudness.connect(context.destination);
  loudness.gain.setValueAtTime(0.12, context.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.9);
  for (const [pitch, after] of [[523.25, 0], [783.99, 0.14]]) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(loudness);
    tone.start(context.currentTime + after);
    tone.stop(context.currentTime + 0.9);
  }
}
