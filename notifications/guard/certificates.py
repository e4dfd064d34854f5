"""Faults of a certificate, in our own words: those of OpenSSL change with its version and Python's."""

import ssl

#: By the number of the error (X509_V_ERR_… in OpenSSL's x509_vfy.h), which never changes.
_WORDS: dict[int, str] = {
    9: "it is not valid yet",
    10: "it has expired",
    18: "nobody but itself vouches for it",
    19: "nobody but itself vouches for it",
    23: "it has been revoked",
    25: "who has signed it may not",
    26: "it is not made for servers",
    28: "it is not made for servers",
    62: "it is made for another host",
    64: "it is made for another host",
    79: "who has signed it may not",
    **dict.fromkeys((66, 67, 68, 76), "its key or its signature is too weak"),
    **dict.fromkeys(
        (2, 7, 20, 21, 24, 27),
        "nobody who is known here has signed it, or the certificates in between are not sent along",
    ),
}


def words_of(error: ssl.SSLCertVerificationError) -> str:
    """Return what is wrong with a certificate, for whoever runs the server."""
    code = getattr(error, "verify_code", 0)
    return _WORDS.get(code, f"it is not as it should be (X.509 error {code})")
