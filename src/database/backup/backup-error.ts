/** An error of a backup or its file, with a message for the person who ran the command. */
export class BackupError extends Error {
  override name = 'BackupError';
}
