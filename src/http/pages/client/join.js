// Joins by the invite link or the invitation that the page was opened with.
(() => {
  const acceptInvitation = `mutation ($input: AcceptInvitationInput!) {
    joined: acceptInvitation(input: $input) { organization { title } secret }
  }`;
  const joinWithInvite = `mutation ($input: JoinOrganizationWithInviteInput!) {
    joined: joinOrganizationWithInvite(input: $input) { organization { title } }
  }`;

  const element = (id) => document.getElementById(id);
  const given = new URLSearchParams(location.hash.slice(1));
  const invitation = given.get('invitation');
  const invite = given.get('invite');

  async function send(query, input, token) {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data, errors } = await response.json();
    if (errors) throw new Error(errors[0].message);
    return data.joined;
  }

  function join({ displayName, token }) {
    if (invitation === null) {
      const input = { organizationId: given.get('organization'), inviteId: invite };
      return send(joinWithInvite, input, token);
    }
    const input = { secret: invitation, ...(displayName && { displayName }) };
    return send(acceptInvitation, input, token);
  }

  function show({ organization, secret }) {
    element('organization').textContent = organization.title;
    element('secret').hidden = !secret;
    element('value').textContent = secret ?? '';
    element('join').hidden = true;
    element('what').hidden = true;
    element('done').hidden = false;
    history.replaceState(null, '', location.pathname);
  }

  async function submit(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const button = form.querySelector('button');
    button.disabled = true;
    element('problem').textContent = '';
    try {
      show(await join(Object.fromEntries(new FormData(form))));
    } catch (error) {
      element('problem').textContent = error.message;
    } finally {
      button.disabled = false;
    }
  }

  if (invitation === null && invite === null) return;
  element('what').textContent =
    invitation === null
      ? 'Somebody passed an invite link on to you.'
      : 'Somebody invited you. Joining makes your user, and gives you an API token.';
  element('name').hidden = invitation === null;
  element('token').textContent =
    invitation === null ? 'Your API token' : 'Your API token, if you have a user here already';
  element('join').addEventListener('submit', (event) => void submit(event));
  element('join').hidden = false;
})();
