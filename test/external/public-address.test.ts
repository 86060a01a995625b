import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/external/http/public-address.ts';

describe('an address of the public internet', () => {
  it.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'fec0::1']],
    [
      'of a metadata service',
      [
        ...['169.254.169.254', '169.254.170.2', '169.254.0.23', '168.63.129.16', '192.0.0.192'],
        ...['100.100.100.200', '192.80.8.124', '161.26.0.10', '166.8.0.1'],
        ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe'],
        ...['::ffff:168.63.129.16', '::ffff:a83f:8110', '64:ff9b::a83f:8110'],
        ...['2002:a83f:8110::1', '::168.63.129.16', '0xa8.63.129.16', '2822734096'],
      ],
    ],
    ['ISATAP', ['2400:cb00::5efe:a00:1', '2400:cb00::200:5efe:7f00:1']],
    ['shared between networks', ['100.64.0.1', '100.127.255.255']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1']],
    ['behind NAT64', ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1']],
    ['6to4 and Teredo', ['2002:7f00:1::', '2002:a00:1::1', '2001:0:1::1']],
    ['for many, or nobody', ['224.0.0.1', '255.255.255.255', '240.0.0.1', 'ff02::1', '4000::1']],
    ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['no address at all', ['', 'localhost', '1.2.3.4.5', '1.1.1.1:80']],
  ])('is not one that is %s', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
