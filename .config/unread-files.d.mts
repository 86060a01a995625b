export function isUnread(name: string, fonts: ReadonlySet<string>): boolean;
