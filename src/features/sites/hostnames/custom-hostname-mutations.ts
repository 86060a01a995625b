import { inputIdField, mutationField } from '../../../builder/mutation-field.ts';
import type { InputBuilder } from '../../../builder.ts';
import { removeCustomHostname } from './remove-custom-hostname.ts';
import { revalidateCustomHostname } from './revalidate-custom-hostname.ts';

const inputFields = (t: InputBuilder) => ({
  hostname: t.string({ required: true, description: 'The hostname.' }),
});

mutationField('revalidateCustomHostname', {
  description:
    'Checks the CNAME record of a custom hostname. Fails with the problem if it does not point to the gateway. Changes nothing.',
  rest: { routes: { dnsRevalidateCustomHostname: 'PATCH /v1/custom-hostnames/{hostname}' } },
  inputDescription: 'The custom hostname.',
  inputFields,
  resolve: ({ hostname }, context) => revalidateCustomHostname(context, hostname),
  payload: (t) => ({
    hostname: inputIdField(t, 'hostname', 'The hostname, whose record is correct.'),
  }),
});

mutationField('removeCustomHostname', {
  description:
    'Removes the custom hostname of a site. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { removeCustomHostname: 'DELETE /v1/custom-hostnames/{hostname}' } },
  inputDescription: 'The custom hostname.',
  inputFields,
  resolve: ({ hostname }, context) => removeCustomHostname(context, hostname),
  payload: (t) => ({ hostname: inputIdField(t, 'hostname', 'The removed hostname, as given.') }),
});
