// Draws the reference from the OpenAPI document, without anything from another host.
Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenFirstTag: true,
  authentication: { preferredSecurityScheme: 'bearer' },
  persistAuth: true,
});
