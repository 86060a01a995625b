/** The roles of the interface, weakest first. A member without a role is a guest. */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

export type Role = (typeof roles)[number];

/** A role as a comparable number: 1 (`read`) to 6 (`admin`). */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** The level that a role gives. */
export function levelOf(role: Role): Level {
  return (roles.indexOf(role) + 1) as Level;
}

/** The role whose level this is. */
export function roleOf(level: Level): Role {
  return roles[level - 1] as Role;
}

/** Returns whether a level includes the permissions of a role. */
export function hasAtLeast(level: Level | null, role: Role): boolean {
  return level !== null && level >= levelOf(role);
}

/** Returns which permissions a level includes, given the role that each of them requires. */
export function permissionsAt<Flag extends string>(
  level: Level | null,
  required: Readonly<Record<Flag, Role>>,
): Record<Flag, boolean> {
  const flags = Object.entries<Role>(required).map(([flag, role]) => [
    flag,
    hasAtLeast(level, role),
  ]);
  return Object.fromEntries(flags) as Record<Flag, boolean>;
}
