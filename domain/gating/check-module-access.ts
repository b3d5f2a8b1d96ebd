export const MODULE_IDS = [1, 2, 3, 4, 5, 6] as const
export type ModuleId = (typeof MODULE_IDS)[number]

export type ModuleAccess =
	| { allowed: true }
	| { allowed: false; reason: 'not-signed-up' }
	| { allowed: false; reason: 'previous-incomplete'; previous: ModuleId }

/** A visitor who gave an email address, with or without a session, and the modules completed so far. */
export type ModuleVisitor = { completed: ReadonlySet<ModuleId> }

/**
 * Says whether a module opens. The browser checks it on arrival, the server before it stores a completion.
 * @param visitor null for a visitor who never signed up
 */
export function checkModuleAccess(moduleId: ModuleId, visitor: ModuleVisitor | null): ModuleAccess {
	if (!visitor) return { allowed: false, reason: 'not-signed-up' }
	if (moduleId === 1) return { allowed: true }

	const previous = (moduleId - 1) as ModuleId // safe: 2..6 minus one is 1..5
	if (visitor.completed.has(previous)) return { allowed: true }
	return { allowed: false, reason: 'previous-incomplete', previous }
}

/** The module a number or a piece of a URL names, or null. `'1'` counts, `'01'` and `'1.0'` do not. */
export function findModuleId(value: number | string): ModuleId | null {
	return MODULE_IDS.find((id) => String(id) === String(value)) ?? null
}
