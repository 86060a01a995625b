/** An object whose members that could be undefined are optional. */
type WithoutEmpty<Data> = {
  [Name in keyof Data as undefined extends Data[Name] ? never : Name]: Data[Name];
} & {
  [Name in keyof Data as undefined extends Data[Name] ? Name : never]?: Exclude<
    Data[Name],
    undefined
  >;
};

/** Returns an object without the members that are undefined or an empty text. */
export function withoutEmpty<const Data extends object>(data: Data): WithoutEmpty<Data> {
  const members = Object.entries(data).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(members) as WithoutEmpty<Data>;
}
