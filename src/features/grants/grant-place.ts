/** Where a grant gives a level: on a space, or on a collection and all in it. */
export type GrantPlace = { spaceId: string } | { collectionId: string };
