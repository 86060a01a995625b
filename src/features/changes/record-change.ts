import { builder } from '../../builder.ts';
import type { RecordDiffEntry } from '../../revisions/changes/content-diff-entry.ts';
import type { ChangeNode } from './comparison.ts';
import { changeBody, ContentChange } from './content-change.ts';

const descriptions = {
  VariablesEdited: 'Variables of the content changed: the attributes are the variables.',
  RedirectsEdited:
    'Redirects of pages changed: the attributes are the paths, their values the ' +
    'ids of the pages.',
};

for (const [name, description] of Object.entries(descriptions)) {
  builder.objectRef<ChangeNode<RecordDiffEntry>>(name).implement({
    description,
    interfaces: [ContentChange],
    rest: { fields: changeBody },
  });
}
