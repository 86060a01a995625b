import './organization-logins.ts';
import './organization-saml-providers.ts';
import './saml-provider.ts';
import './saml-provider-mutations.ts';
import './sso-logins.ts';
