import { readFileSync } from 'node:fs'
import path from 'node:path'

export const ROLES = ['visitor', 'learner', 'buyer', 'refunded', 'support', 'operator'] as const
export type Role = (typeof ROLES)[number]

const KINDS = ['owner', 'rows', 'link', 'key', 'application', 'provider', 'machine'] as const
/** Requirement of a route other than a role, such as the secret key or the owner's account. `role` if only the role decides. */
export type Kind = (typeof KINDS)[number] | 'role'

export type Permission = {
	endpoint: string
	method: string
	path: string
	kind: Kind
	roles: ReadonlySet<Role>
	isGuarded: boolean
	isPublic: boolean
	isOptional: boolean
	limits: readonly string[]
}

const ACCOUNTS: readonly Role[] = ['learner', 'buyer', 'refunded']
const GROUPS: Record<string, readonly Role[]> = {
	everyone: ROLES,
	accounts: ACCOUNTS,
	rows: ACCOUNTS,
	owner: ['buyer'],
	...Object.fromEntries(ROLES.map((role) => [role, [role]])),
}
const LINE = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*) \| ([a-z ]+?)(?: \| (.+))?$/

const isKind = (word: string): word is (typeof KINDS)[number] => (KINDS as readonly string[]).includes(word)

function parseLine(line: string): Permission {
	const [, method = '', address = '', who = '', further = ''] = LINE.exec(line) ?? []
	const words = who.split(' ')
	const kind = words.find(isKind) ?? 'role'
	const unknown = words.find((word) => !isKind(word) && !Object.hasOwn(GROUPS, word))
	if (method === '' || unknown !== undefined) throw new Error(`permissions.txt: not a permission: ${line}`)
	const [flags = '', limits = ''] = further.split('limits:')
	return {
		endpoint: `${method} ${address}`,
		method,
		path: address,
		kind,
		roles: new Set(words.flatMap((word) => GROUPS[word] ?? [])),
		isGuarded: flags.includes('step-up'),
		isPublic: flags.includes('public'),
		isOptional: flags.includes('optional'),
		limits: limits.split(' ').filter(Boolean),
	}
}

export function readPermissions(): ReadonlyMap<string, Permission> {
	const text = readFileSync(path.join(import.meta.dirname, 'permissions.txt'), 'utf8')
	const lines = text.split('\n').filter((line) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(line))
	return new Map(lines.map(parseLine).map((permission) => [permission.endpoint, permission]))
}
