import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Db, Tx } from '#server/db/database.ts'
import { lockUser, ownsAddress } from '#server/services/identity/accounts/user-record.ts'

import { findTableRule } from './registry/registry.ts'
import type { PersonLink, Person, TableRule } from './registry/table-rule.ts'

/** Locks everything about a person that others may be changing, in the order of docs/adr/0322: orders, entitlements, account. */
export async function lockPerson(tx: Tx, person: Person): Promise<void> {
	for (const table of ['orders', 'entitlements'] as const)
		await sql`select id from ${sql.table(table)} where ${belongsTo(findTableRule(table), person)} order by id for update`.execute(tx)
	if (person.userId !== null) await lockUser(tx, person.userId)
}

const withAndWithoutPlus = (phone: string) => [phone.replace(/^\+/, ''), `+${phone.replace(/^\+/, '')}`]

/** Returns an account with its verified addresses only: an unverified one may belong to someone else. */
export async function findPerson(db: Db | Tx, userId: string): Promise<Person> {
	const user = await db
		.selectFrom('auth.users')
		.select(['email', 'email_confirmed_at', 'phone', 'phone_confirmed_at'])
		.where('id', '=', userId)
		.executeTakeFirst()
	const sms = await db
		.selectFrom('user_sms_settings')
		.select('phone_number')
		.where('user_id', '=', userId)
		.where('verified', '=', true)
		.executeTakeFirst()
	const email = user?.email_confirmed_at ? user.email : null
	const phones = [user?.phone_confirmed_at ? user.phone : null, sms?.phone_number ?? null]
	return {
		userId,
		emails: email === null ? [] : [email.toLowerCase()],
		phones: [...new Set(phones.flatMap((phone) => (phone === null ? [] : withAndWithoutPlus(phone))))],
	}
}

function isLinked(link: PersonLink, person: Person): RawBuilder<SqlBool> {
	const column = sql.ref(link.column)
	if ('of' in link) {
		const owned = sql`from ${sql.table(link.of)} where ${belongsTo(link.rule ?? findTableRule(link.of), person)}`
		if (!link.kind) return sql`${column} in (select ${sql.ref(link.key)} ${owned})`
		const [kind, value] = link.kind
		return sql`(${sql.ref(kind)} = ${value} and ${column} in (select ${sql.ref(link.key)}::text ${owned}))`
	}
	if (link.holds === 'user-id') return person.userId === null ? sql`false` : sql`${column} = ${person.userId}::uuid`
	const isAddressed = sql<SqlBool>`lower(${column}) = any(${[...person.emails]}::text[])`
	return link.unowned ? sql`(${isAddressed} and ${sql.ref(link.unowned)} is null)` : isAddressed
}

export function belongsTo(rule: TableRule, person: Person): RawBuilder<SqlBool> {
	if (rule.person === null) return sql`false`
	return sql`(${sql.join(
		rule.person.map((link) => isLinked(link, person)),
		sql` or `,
	)})`
}

/**
 * Finds the person behind an address without a confirmed account, such as a guest buyer or subscriber.
 * @param email lower case, verified
 */
export async function findMailboxPerson(db: Db | Tx, email: string): Promise<Person> {
	const waiting = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is', null)
		.where('phone_confirmed_at', 'is', null)
		.where(ownsAddress)
		.executeTakeFirst()
	return { userId: waiting?.id ?? null, emails: [email], phones: [] }
}

/** True if a confirmed account has this address. Its data must be requested after signing in. */
export async function hasConfirmedAccount(db: Db | Tx, email: string): Promise<boolean> {
	const account = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.limit(1)
		.executeTakeFirst()
	return account !== undefined
}
