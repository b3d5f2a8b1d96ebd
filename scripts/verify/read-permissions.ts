import { readRouteLines, type RouteLine } from '#scripts/reference/route-lines.ts'

export const ROLES = ['visitor', 'learner', 'buyer', 'refunded', 'support', 'operator'] as const
export type Role = (typeof ROLES)[number]

/**
 * Requirement of a route: `role` is only a role, `owner` the buyer, for their own data only, `rows` are accounts with only
 * their own rows, `link` is a secret address, `key` the secret key, `application` its own token, `provider` a signature, and
 * `machine` the machine itself or the sandbox's token.
 */
export type Requirement = 'owner' | 'rows' | 'link' | 'key' | 'application' | 'provider' | 'machine' | 'role'

export type Permission = RouteLine & { kind: Requirement; roles: ReadonlySet<Role>; isGuarded: boolean }

/** `refunded`: a buyer whose money was returned. */
const ACCOUNTS: readonly Role[] = ['learner', 'buyer', 'refunded']

/**
 * Permitted callers of a route, by the words that `routes.txt` uses for them. Support and operator have the console's cookie, which only
 * counts below /admin; everywhere else they are visitors.
 */
const WHO: [words: RegExp, kind: Requirement, roles?: readonly Role[]][] = [
	[/^(anyone|per access policy)/, 'role', ROLES],
	[/^(access token, own rows|access token; anyone else|granted roles)/, 'rows', ACCOUNTS],
	[/^access token and entitlement$/, 'role', ['buyer']],
	[/^(access token|learner$)/, 'role', ACCOUNTS],
	[/^owner/, 'owner', ['buyer']],
	[/^secret key$/, 'key'],
	[/^(application|token of an application)$/, 'application'],
	[/^(holder|browser that started it|bearer|learner who opened it)/, 'link'],
	[/^(SMS|payment) provider$/, 'provider'],
	[/^this machine/, 'machine'],
	[/^support/, 'role', ['support', 'operator']],
	[/^operator/, 'role', ['operator']],
]

function toPermission(line: RouteLine): Permission {
	const found = WHO.find(([words]) => words.test(line.who))
	if (!found) throw new Error(`${line.endpoint}: unknown caller "${line.who}"`)
	const [, kind, roles = []] = found
	return { ...line, kind, roles: new Set(roles), isGuarded: line.who.endsWith('step-up') }
}

/** Reads who may use each route from the `routes.txt` files, which are written by hand and independent of the program. */
export const readPermissions = (): ReadonlyMap<string, Permission> =>
	new Map(readRouteLines().map((line) => [line.endpoint, toPermission(line)]))
