#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which would be downloaded from a host of Prisma:
// the same JSON-RPC on standard input and output, answered by the same engine as WebAssembly
// (@prisma/schema-engine-wasm) through pg. Prisma starts it by PRISMA_SCHEMA_ENGINE_BINARY.
// `prisma generate` only wants the file to exist, so nothing but Node is imported up here: the
// engine is a development dependency.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const engineErrorCode = 4466; // what the native engine answers for its own errors
const oid = { char: 18, bpchar: 1042 };
const databaseMissing = '3D000';
const passwordWrong = '28P01';

const { values: options, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
    version: { type: 'boolean' },
  },
});

if (options.version) console.log('schema-engine-cli wasm');
else if (positionals[0] === 'cli') await runDatabaseCommand(positionals[1]);
else await serve();

/** `cli can-connect-to-database | create-database | drop-database`: answers by its exit code. */
async function runDatabaseCommand(command) {
  const { default: pg } = await import('pg');
  const target = readTarget();
  logLine('INFO', { message: 'Starting schema engine CLI' }); // Prisma ignores the first line
  try {
    if (command === 'can-connect-to-database') {
      await withClient(pg, target, () => {});
      return;
    }
    await withClient(pg, { ...target, database: 'postgres' }, async (client) => {
      const name = client.escapeIdentifier(target.database);
      if (command === 'create-database') await client.query(`CREATE DATABASE ${name}`);
      else if (command === 'drop-database')
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      else throw new Error(`Unknown command: ${command}`);
    });
    const done = command === 'create-database' ? 'created' : 'dropped';
    logLine('INFO', { message: `The database was successfully ${done}` });
  } catch (error) {
    logLine('ERROR', { ...describeConnectionError(error, target), is_panic: false });
    process.exitCode = 1;
  }
}

async function withClient(pg, target, work) {
  const client = new pg.Client(target);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function describeConnectionError(error, target) {
  if (error.code === databaseMissing) {
    return { error_code: 'P1003', message: `Database \`${target.database}\` does not exist` };
  }
  if (error.code === passwordWrong) return { error_code: 'P1000', message: error.message };
  const address = `${target.host}:${target.port}`;
  return { error_code: 'P1001', message: `${address}: ${error.message || error.code}` };
}

/** Log lines of the native engine, which Prisma reads from standard error. */
function logLine(level, fields) {
  const timestamp = new Date().toISOString();
  console.error(JSON.stringify({ timestamp, level, fields, target: 'schema_engine::logger' }));
}

/**
 * The parts of the connection string. They are passed on one by one, because pg prefers the
 * database in a connection string to the one named beside it: a shadow database would then be
 * the real one.
 */
function readTarget() {
  const url = new URL(JSON.parse(options.datasource ?? '{}').url);
  const sslmode = url.searchParams.get('sslmode') ?? 'disable';
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: sslmode === 'disable' ? false : { rejectUnauthorized: sslmode === 'verify-full' },
  };
}

/** Answers one request after the other until standard input ends. */
async function serve() {
  const printed = new Map();
  let printCount = 0;
  let engine;
  let queue = Promise.resolve();

  const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

  /** Text for the terminal goes back as a request, whose answer is waited for. */
  const print = (content) =>
    new Promise((resolve) => {
      const id = `print-${printCount++}`;
      printed.set(id, resolve);
      send({ id, method: 'print', params: { content } });
    });

  const answer = async ({ id, method, params = {} }) => {
    try {
      engine ??= await loadEngine();
      const result = await callEngine(engine, method, params);
      if (method === 'diff' && result.stdout) await print(result.stdout);
      send({ id, result });
    } catch (error) {
      send({ id, error: describeEngineError(error) });
    }
  };

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const message = JSON.parse(line);
    if (message.method === undefined) printed.get(message.id)?.();
    else queue = queue.then(() => answer(message));
  }
  await queue;
  process.exit(); // connections of the engine may still be open
}

async function callEngine(engine, method, params) {
  if (method === 'createDatabase') return { databaseName: readTarget().database };
  const result = await engine[method === 'getDatabaseVersion' ? 'version' : method](params);
  return result ?? null;
}

function describeEngineError(error) {
  const isPanic = error instanceof WebAssembly.RuntimeError;
  return {
    code: engineErrorCode,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: isPanic,
      message: isPanic ? globalThis.PRISMA_WASM_PANIC_REGISTRY.message : error.message,
      error_code: error.code ?? null,
      meta: error.meta ?? null,
    },
  };
}

async function loadEngine() {
  let utils;
  let wasmFolder;
  try {
    utils = await import('@prisma/driver-adapter-utils');
    const { resolve } = createRequire(import.meta.url);
    wasmFolder = path.dirname(resolve('@prisma/schema-engine-wasm'));
  } catch (error) {
    const message = 'Prisma migration commands need the development dependencies: run `npm ci`.';
    throw new Error(message, { cause: error });
  }
  const bindings = await instantiate(wasmFolder);
  const datamodels = options.datamodels?.map((file) => [file, fs.readFileSync(file, 'utf8')]);
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const factory = createAdapterFactory(PrismaPg, utils.ColumnTypeEnum.Character, readTarget());
  return await bindings.SchemaEngine.new(
    { datamodels },
    () => {},
    utils.bindMigrationAwareSqlAdapterFactory(factory),
  );
}

/** Node imports no WebAssembly module by itself, so the package's entry cannot be used. */
async function instantiate(folder) {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    message: '',
    set_message(message) {
      this.message = message;
    },
  };
  const bindings = await import(pathToFileURL(path.join(folder, 'schema_engine_bg.js')).href);
  const code = fs.readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const imports = { './schema_engine_bg.js': bindings };
  const { instance } = await WebAssembly.instantiate(code, imports);
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  return bindings;
}

/** adapter-pg, made to do all that the schema engine asks of it. */
function createAdapterFactory(PrismaPg, characterType, target) {
  const factory = new PrismaPg({ ...target, max: 1 });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => completeAdapter(await connect(), characterType);
  factory.connectToShadowDb = async () => {
    const database = `prisma_shadow_${process.pid}_${Date.now()}`;
    const admin = await factory.connect();
    await admin.executeScript(`CREATE DATABASE ${database} TEMPLATE template0`);
    const shadowFactory = createAdapterFactory(PrismaPg, characterType, { ...target, database });
    const shadow = await shadowFactory.connect();
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect(); // a database in use cannot be dropped
      await admin.executeScript(`DROP DATABASE ${database} WITH (FORCE)`);
      await admin.dispose();
    };
    return shadow;
  };
  return factory;
}

function completeAdapter(adapter, characterType) {
  const characterColumns = new WeakMap(); // from a query to the indices of its "char" columns
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  // adapter-pg does not know the type "char" of the system catalogues.
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    const columns = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== oid.char) continue;
      field.dataTypeID = oid.bpchar;
      columns.push(index);
    }
    characterColumns.set(query, columns);
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of characterColumns.get(query) ?? [])
      result.columnTypes[index] = characterType;
    return result;
  };
  // adapter-pg cuts scripts at every semicolon, also inside of functions.
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}
