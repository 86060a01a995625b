import fc from 'fast-check';
import type { Client } from '../../support/client.ts';
import { step, type Step } from './random-edit.ts';
import { Story } from './story.ts';
import type { Stage } from './stage.ts';

/** Steps of a history: enough that content has other values in each of its states. */
export const historySteps = fc.array(step, { minLength: 6, maxLength: 14 });

/** Makes a history, and returns the variables that name several states of its content. */
export async function randomStates(
  stage: Stage,
  steps: readonly Step[],
): Promise<Record<string, string>> {
  const story = await Story.begin(stage, 5);
  const first = await statesOf(stage.editor, story.spaceId);
  for (const one of steps) await story.take(one, true);
  const last = await statesOf(stage.editor, story.spaceId);
  return { ...first, second: last['first'] ?? '', changeRequest: last['changeRequest'] ?? '' };
}

async function statesOf(reader: Client, spaceId: string): Promise<Record<string, string>> {
  const { space } = await reader.query(
    /* GraphQL */ `
      query ($space: ID!) {
        space(id: $space) {
          content {
            id
            createdAt
            pages {
              pageId
            }
            files(first: 1) {
              nodes {
                fileId
              }
            }
            reusableContents(first: 1) {
              nodes {
                reusableContentId
              }
            }
          }
          changeRequests(status: null, first: 1) {
            nodes {
              id
            }
          }
        }
      }
    `,
    { space: spaceId },
  );
  const { content, changeRequests } = space;
  return {
    space: spaceId,
    first: content.id,
    time: content.createdAt,
    changeRequest: changeRequests.nodes[0]?.id ?? '',
    page: content.pages[0]?.pageId ?? '',
    file: content.files.nodes[0]?.fileId ?? '',
    reusableContent: content.reusableContents.nodes[0]?.reusableContentId ?? '',
  };
}
