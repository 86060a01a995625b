/** A self-signed certificate, valid for a century, whose key is gone: the Base64 of its DER. */
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

/** The same as PEM. */
export const certificatePem = [
  '-----BEGIN CERTIFICATE-----',
  ...(certificate.match(/.{1,64}/g) ?? []),
  '-----END CERTIFICATE-----',
  '',
].join('\n');
