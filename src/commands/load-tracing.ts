import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** Starts to record spans, if the settings name a collector. Loads nothing otherwise. */
export async function loadTracing({ tracing }: Config, log: Logger): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import('../telemetry/start-tracing.ts');
  return startTracing(log);
}
