/** Base64 of the DER of a self-signed certificate that is valid for a century; its key is gone. */
export const certificate = [
  'MIIBkDCCATWgAwIBAgIUEYJmYQslIYZzmp+BMXfCh5CqjLAwCgYIKoZIzj0EAwIw',
  'HDEaMBgGA1UEAwwRbG9naW4uZXhhbXBsZS5jb20wIBcNMjYxMTI4MDUxMDE2WhgP',
  'MjEyNjExMDQwNTEwMTZaMBwxGjAYBgNVBAMMEWxvZ2luLmV4YW1wbGUuY29tMFkw',
  'EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7hkIg0oDjKBXuuplB7Kz/Lir+4GyMwLl',
  'YtL22hwH1WSLIzU8WjWbTEi9QWBUoHiGq4J7wsArZk2VNeYlv0pj86NTMFEwHQYD',
  'VR0OBBYEFEZ8Jvd7hTanA8jKxPucrNoS2OKdMB8GA1UdIwQYMBaAFEZ8Jvd7hTan',
  'A8jKxPucrNoS2OKdMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIh',
  'AMrvU98FASdQ2cy4NxISusTylvYOpV87JMb0ih3ETGz6AiEA0idjtsrTQ+Kk1jpZ',
  '3IUY+KOJyTiBdW2puoKhtCt1RnA=',
].join('');

/** The same certificate as PEM. */
export const certificatePem = [
  '-----BEGIN CERTIFICATE-----',
  ...(certificate.match(/.{1,64}/g) ?? []),
  '-----END CERTIFICATE-----',
  '',
].join('\n');

/** Base64 of the DER of certificates whose signatures cannot be verified or trusted. */
export const unusableCertificates: Readonly<Record<string, string>> = {
  'an RSA key of 1024 bits': [
    'MIICFjCCAX+gAwIBAgIUKoxzciLl7U0LF8FqdwniA+TuL1QwDQYJKoZIhvcNAQEL',
    'BQAwHDEaMBgGA1UEAwwRbG9naW4uZXhhbXBsZS5jb20wIBcNMjYxMTI4MjMxMTM5',
    'WhgPMjEyNjExMDQyMzExMzlaMBwxGjAYBgNVBAMMEWxvZ2luLmV4YW1wbGUuY29t',
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDXaPag2uB146xuMyX6wRL5SwqK',
    'aSyaZkFDg/Jp/7GDL+mpByyAwBODzigUX33mlBXc2E+elPW9T1vCRFTCEucpvcwy',
    'L4ogP1bRPxMx3VoCHtJ0Hw6qdEfIzWH5QEsy+CY92Mq80tWqnXTOHIOa7kMoCJ2i',
    'cWwajxIEEX/uz0lsUwIDAQABo1MwUTAdBgNVHQ4EFgQUheT4WSa9yp379CC5Du1m',
    'UzEURiMwHwYDVR0jBBgwFoAUheT4WSa9yp379CC5Du1mUzEURiMwDwYDVR0TAQH/',
    'BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOBgQDRtEGAxrKMvZz82mQaVpqJjTjOvYpP',
    'jFTT3UPtG9pk3u8CeoRQzFisryPvGuQR+2JQwjX6bGXIdpzllY0movYESaH3UePE',
    'XEj/kxsmMfaNx2nOLHXFw/kqnCI/XcFE/Ganzi4/EG1IvhGUzp2F8ZnQQ+wxA7p6',
    'bVL9gG7Ha/Me0A==',
  ].join(''),
  'an Ed25519 key': [
    'MIIBTzCCAQGgAwIBAgIUMRVtO2xcTrIEhbb4cWqHPKoyDiUwBQYDK2VwMBwxGjAY',
    'BgNVBAMMEWxvZ2luLmV4YW1wbGUuY29tMCAXDTI2MTEyODIzMTEzOVoYDzIxMjYx',
    'MTA0MjMxMTM5WjAcMRowGAYDVQQDDBFsb2dpbi5leGFtcGxlLmNvbTAqMAUGAytl',
    'cAMhAPl9yOIFlZr0u10TRs/3vU4mHnJzp26z1Iy/jf6SsYvgo1MwUTAdBgNVHQ4E',
    'FgQU/c7yNkyQxD88pmzGDk0qdeam4f0wHwYDVR0jBBgwFoAU/c7yNkyQxD88pmzG',
    'Dk0qdeam4f0wDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXADQQAK+GLsQWb06fHH/O1t',
    'HaAHUAzhJ7tYWesE3n8OGEkPPnI1tx+1+uHdYqXXrpqs19FsH9Za5VrCzX36pbg4',
    'o9QA',
  ].join(''),
  'a key on another curve': [
    'MIIBjDCCATKgAwIBAgIUWmHt5vsFg0qQ96kyRTH1I509ZBgwCgYIKoZIzj0EAwIw',
    'HDEaMBgGA1UEAwwRbG9naW4uZXhhbXBsZS5jb20wIBcNMjYxMTI4MjMxMTM5WhgP',
    'MjEyNjExMDQyMzExMzlaMBwxGjAYBgNVBAMMEWxvZ2luLmV4YW1wbGUuY29tMFYw',
    'EAYHKoZIzj0CAQYFK4EEAAoDQgAEldeK1/uwSCqgSU14qA70hLWpp7iR/8bj7KA+',
    'Tp2hDPThMaikCS+UbE1VXSJnzVAlDd9TUiQvyKymuhBJ3wsUQaNTMFEwHQYDVR0O',
    'BBYEFDnCbBT6s22kQ3PChykS3vJWgugsMB8GA1UdIwQYMBaAFDnCbBT6s22kQ3PC',
    'hykS3vJWgugsMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAPxT',
    '+kbj/CNCzl6jX+yifEbnXw2YTbL6kadSa1MWFtPHAiBudPEv5bf/EeLPMGwwX4wi',
    'X12CmjQkR8H3vZwoBZx29w==',
  ].join(''),
};
