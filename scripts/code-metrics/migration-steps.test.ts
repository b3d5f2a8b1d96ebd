import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { MIGRATIONS_DIR } from '#server/db/migrate.ts'

import { findBreakingSteps } from './migration-steps.ts'

const NAMES = ['0353_new_names.sql', '0354_next.sql', '0360_contract_0353_old_names.sql']
const find = (sql: string, name = '0354_next.sql') => findBreakingSteps(name, sql, NAMES)

test.each([
	['drop table orders', 'drops something'],
	['drop function public.f(text)', 'drops something'],
	['alter table orders rename to purchases', 'renames'],
	['alter table public.orders rename column a to b', 'renames'],
	["alter type public.state rename value 'a' to 'b'", 'renames'],
	['alter table orders set schema shop', 'moves'],
	['truncate orders', 'deletes rows'],
	['alter table orders drop column note', 'drops a column'],
	['alter table if exists orders add column a int, drop note', 'drops a column'],
	['alter table orders alter column note type int using note::int', 'type of a column'],
	['alter table orders alter note set data type int', 'type of a column'],
	['alter table orders alter column note set not null', 'refuses null'],
	['alter table orders alter column note drop default', 'removes a default'],
	['alter table orders add column note text not null', 'leaves null'],
	['alter table orders add note text check (note in (1, 2)) not null', 'leaves null'],
	["alter table orders add constraint orders_note check (note <> '')", 'adds a constraint'],
	['alter table orders add unique (note)', 'adds a constraint'],
	["alter table orders drop constraint orders_note; alter table orders add constraint orders_size check (note <> '')", 'adds a constraint'],
	['create unique index orders_note on public.orders (note)', 'unique index'],
	['-- alter\nALTER TABLE\n\torders /* x */ DROP COLUMN note', 'drops a column'],
	['do $$ begin if true then alter table orders drop column note; end if; end $$', 'drops a column'],
])('%s is refused', (sql, reason) => {
	expect(find(`select 1;\n${sql};`)).toEqual([expect.stringMatching(new RegExp(`^0354_next\\.sql .*${reason}`))])
})

test.each([
	'create table notes (id int not null, text text); alter table notes alter column text set not null; create unique index i on notes (id)',
	"alter table orders add column note text not null default '', add column other text",
	"alter table orders drop constraint orders_note; alter table orders add constraint orders_note check (note in ('a', 'b'))",
	'alter table orders drop constraint orders_note, alter column note drop not null, alter column note set default 1',
	'alter table orders add column sum int generated always as (a + b) stored not null',
	'alter table public.orders add column card text; alter table orders add constraint orders_card check (length(card) > 0)',
	'create index orders_note on orders (note); drop index orders_old; drop policy p on orders; drop trigger t on orders',
	"comment on column orders.note is 'drop table orders; alter table orders drop column note'",
	'create or replace function f() returns void language plpgsql as $f$ begin drop table orders; end $f$',
	'update orders set note = 1',
])('%s is allowed', (sql) => {
	expect(find(sql)).toEqual([])
})

test('a contract step may remove columns and must name an existing earlier migration', () => {
	expect(find('drop table orders', '0360_contract_0353_old_names.sql')).toEqual([])
	for (const name of ['0360_contract_0359_old_names.sql', '0360_contract_old_names.sql', '0352_contract_0353_old_names.sql'])
		expect(find('select 1', name)).toEqual([expect.stringContaining('must name an earlier migration')])
})

test('the rule accepts or refuses earlier migrations correctly', () => {
	const read = (name: string) => find(fs.readFileSync(path.join(MIGRATIONS_DIR, name), 'utf8'), name)
	expect(read('0300_scheduled_releases.sql')).not.toEqual([])
	expect(read('0351_backups_and_drills.sql')).toEqual([])
})
