const both = (color: string) => ({ light: color, dark: color });
const image = 'https://example.com/image.png';
const link = { title: 'Status', to: { kind: 'url', url: 'https://status.example.com' } };

/** Appearance of a site, with a value for every setting. */
export const customization = {
  title: 'Manual of all',
  styling: {
    theme: 'muted',
    primaryColor: { light: '#AA0000', dark: '#FF8080' },
    tint: { color: both('#ABC') },
    infoColor: both('#111111'),
    successColor: both('#222222'),
    warningColor: both('#333333'),
    dangerColor: both('#444444'),
    corners: 'straight',
    depth: 'flat',
    links: 'accent',
    font: 'Lato',
    monospaceFont: {
      ...{ id: 'mono', custom: true, fontFamily: 'Own Mono' },
      fontFaces: [
        { weight: 400, sources: [{ url: 'https://example.com/mono.woff2', format: 'woff2' }] },
      ],
    },
    background: 'match',
    icons: 'solid',
    sidebar: { background: 'filled', list: 'line' },
    search: 'prominent',
  },
  internationalization: { locale: 'pt-br' },
  favicon: { emoji: '📘' },
  header: {
    preset: 'custom',
    logo: { light: image, dark: image },
    backgroundColor: both('#FFFFFF'),
    linkColor: both('#000000'),
    links: [
      { ...link, style: 'button-primary', links: [], condition: 'visitor.claims.isBeta' },
      { title: 'More', to: null, links: [link] },
    ],
  },
  footer: {
    logo: { light: image, dark: image },
    groups: [{ title: 'Company', links: [link] }],
    copyright: '© 2026 Example',
  },
  announcement: { enabled: true, message: 'New version', link, style: 'info' },
  themes: { default: 'dark', toggeable: false },
  pdf: { enabled: true },
  feedback: { enabled: true },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: { externalAI: true, markdown: false },
  externalLinks: { target: 'blank' },
  pagination: { enabled: false },
  trademark: { enabled: false },
  privacyPolicy: { url: 'https://example.com/privacy' },
  socialPreview: { url: image },
  insights: { trackingCookie: false },
};
