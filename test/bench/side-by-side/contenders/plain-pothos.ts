// Pothos with its Prisma and Relay plugins as their pages show them, without any permission.
import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { PrismaPg } from '@prisma/adapter-pg';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { createYoga } from 'graphql-yoga';
import { PrismaClient } from '../../../../src/database/generated/prisma/client.ts';
import type PrismaTypes from '../../../../src/database/generated/pothos.ts';
import { getDatamodel } from '../../../../src/database/generated/pothos.ts';

const { DATABASE_URL: connectionString, PORT: port } = process.env;
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 16 }) });
const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes;
  Scalars: { DateTime: { Input: Date; Output: Date } };
}>({
  plugins: [RelayPlugin, PrismaPlugin],
  prisma: { client: prisma, dmmf: getDatamodel() },
});
builder.addScalarType('DateTime', GraphQLDateTimeISO);

builder.prismaNode('User', {
  id: { field: 'id' },
  fields: (t) => ({ displayName: t.exposeString('displayName') }),
});
builder.prismaNode('Organization', {
  id: { field: 'id' },
  fields: (t) => ({
    title: t.exposeString('title'),
    sites: t.relatedConnection('sites', {
      cursor: 'id',
      totalCount: true,
      query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    }),
  }),
});
builder.prismaNode('Site', {
  id: { field: 'id' },
  fields: (t) => ({
    title: t.exposeString('title'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sections: t.relatedConnection('sections', {
      cursor: 'id',
      totalCount: true,
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
  }),
});
builder.prismaNode('SiteSection', {
  id: { field: 'id' },
  fields: (t) => ({
    title: t.exposeString('title'),
    siteSpaces: t.relatedConnection('siteSpaces', {
      cursor: 'id',
      totalCount: true,
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
  }),
});
builder.prismaNode('SiteSpace', {
  id: { field: 'id' },
  fields: (t) => ({ path: t.exposeString('path'), space: t.relation('space') }),
});
builder.prismaNode('Space', {
  id: { field: 'id' },
  fields: (t) => ({
    title: t.exposeString('title'),
    changeRequests: t.relatedConnection('changeRequests', {
      cursor: 'id',
      totalCount: true,
      query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
    }),
  }),
});
builder.prismaNode('ChangeRequest', {
  id: { field: 'id' },
  fields: (t) => ({
    number: t.exposeInt('number'),
    subject: t.exposeString('subject'),
    status: t.exposeString('status'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    revisionId: t.exposeString('revisionId'),
    revisionInitialId: t.exposeString('revisionInitialId'),
    revisionMergedAncestorId: t.exposeString('revisionMergedAncestorId', { nullable: true }),
    revisionMergedId: t.exposeString('revisionMergedId', { nullable: true }),
    comments: t.relatedConnection('comments', {
      cursor: 'id',
      query: { orderBy: [{ postedAt: 'desc' }, { id: 'desc' }] },
    }),
  }),
});
builder.prismaNode('Comment', {
  id: { field: 'id' },
  fields: (t) => ({
    markdown: t.exposeString('markdown', { nullable: true }),
    postedAt: t.expose('postedAt', { type: 'DateTime' }),
    // The model has no relation; Prisma batches the lookups of one tick.
    postedBy: t.prismaField({
      type: 'User',
      nullable: true,
      resolve: (query, { postedById }) =>
        postedById === null
          ? null
          : prisma.user.findUnique({ ...query, where: { id: postedById } }),
    }),
  }),
});
builder.queryType({
  fields: (t) => ({
    organization: t.prismaField({
      type: 'Organization',
      nullable: true,
      args: { id: t.arg.globalID({ required: true }) },
      resolve: (query, _root, { id }) =>
        prisma.organization.findUnique({ ...query, where: { id: id.id } }),
    }),
    space: t.prismaField({
      type: 'Space',
      nullable: true,
      args: { id: t.arg.globalID({ required: true }) },
      resolve: (query, _root, { id }) =>
        prisma.space.findUnique({ ...query, where: { id: id.id } }),
    }),
  }),
});

const yoga = createYoga({ schema: builder.toSchema(), logging: false, graphiql: false });
const server = createServer((request, response) => void yoga(request, response));
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
