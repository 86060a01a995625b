// Draws the reference from the OpenAPI document, without anything from another host. Who is signed in
// to GraphiQL is signed in here, too.
const token = localStorage.getItem('docgraph:token') ?? undefined;
Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenFirstTag: true,
  generateTagSlug: ({ name }) => name,
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: token === undefined ? {} : { bearer: { token } },
  },
  persistAuth: token === undefined,
});
