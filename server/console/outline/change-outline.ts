import { printScalar } from '#content/rewrite-yaml.ts'
import { paths } from '#contracts/paths.ts'
import { recountLessons } from '#server/console/content/count-lessons.ts'
import type { Gate, ListedModule, Toast } from '#server/console/content/rename-module.ts'

export type CourseJson = {
	title?: string
	/** ID of the course that includes this one. */
	belongsTo?: string
	modules: ListedModule[]
	weeks?: { week: number; module: number | string; title?: string }[]
}
export type ModuleJson = {
	title?: string
	sections: { id: string; title: string; summary?: string; lessonId?: string | null; milestone?: { id: string } }[]
	roadmap?: { sectionId: string; title: string }[]
	details?: { label: string; value: string }[]
	completion?: { next: { href: string }; nextPreview: object }
}

/** Returns the items in the order of `keys`; null if the keys don't match the items, because someone else added or removed one. */
export function inOrder<T>(items: readonly T[], keys: readonly string[], keyOf: (item: T) => string): T[] | null {
	const ordered = keys.flatMap((key) => items.find((item) => keyOf(item) === key) ?? [])
	const isWhole = keys.length === items.length && ordered.length === items.length && new Set(keys).size === keys.length
	return isWhole ? ordered : null
}

/** Moves a key one position earlier or later; unchanged at either end. */
export function moveKey(keys: readonly string[], key: string, by: -1 | 1): string[] {
	const at = keys.indexOf(key)
	const to = at + by
	if (at === -1 || to < 0 || to >= keys.length) return [...keys]
	return keys.with(at, keys[to] ?? '').with(to, key)
}

function renameIn(toast: Toast, from: ListedModule, to: ListedModule): Toast {
	const rename = (text: string) =>
		[from.title, from.pageTitle ?? from.title].reduce(
			(renamed, title) => renamed.replaceAll(title, () => to.title),
			text.replaceAll(new RegExp(`\\bModule ${from.id}\\b`, 'g'), `Module ${to.id}`),
		)
	return { ...toast, title: rename(toast.title), description: rename(toast.description) }
}

function openAfter(gate: Gate, from: ListedModule | undefined, to: ListedModule): Gate {
	const { deniedToast, deniedRedirect } = gate
	return {
		...gate,
		requires: to.id,
		...(deniedToast && from && { deniedToast: renameIn(deniedToast, from, to) }),
		...(deniedRedirect === paths.courseModule(gate.requires) && { deniedRedirect: paths.courseModule(to.id) }),
	}
}

/** Repairs gates after a change of order: a module must open after an earlier one, otherwise it opens after its predecessor. */
function openInOrder(modules: readonly ListedModule[], known: readonly ListedModule[]): ListedModule[] {
	return modules.map((module, index) => {
		const { gate, requires = gate?.requires } = module
		if (requires == null || modules.slice(0, index).some(({ id }) => id === requires)) return module
		const before = modules[index - 1]
		if (!gate) return { ...module, requires: before?.id ?? null }
		const from = known.find(({ id }) => id === requires)
		return { ...module, gate: before ? openAfter(gate, from, before) : null }
	})
}

/** @returns null if the IDs differ from those of the course */
export function reorderModules(course: CourseJson, ids: readonly string[]): CourseJson | null {
	const modules = inOrder(course.modules, ids, ({ id }) => String(id))
	return modules && { ...course, modules: openInOrder(modules, course.modules) }
}

/**
 * Reorders the sections, and the roadmap with them.
 * @returns null if the IDs differ from those of the module
 */
export function reorderSections(module: ModuleJson, ids: readonly string[]): ModuleJson | null {
	const sections = inOrder(module.sections, ids, ({ id }) => id)
	if (!sections) return null
	const roadmap = module.roadmap?.toSorted((one, other) => ids.indexOf(one.sectionId) - ids.indexOf(other.sectionId))
	return { ...module, sections, ...(roadmap && { roadmap }) }
}

export function removeSection(module: ModuleJson, id: string): ModuleJson {
	const roadmap = module.roadmap?.filter(({ sectionId }) => sectionId !== id)
	return recountLessons(module, {
		...module,
		sections: module.sections.filter((section) => section.id !== id),
		...(roadmap && { roadmap }),
	})
}

/** Removes a module with its week. Its text about the next module moves to the module before it. */
export function removeModule(course: CourseJson, id: number): CourseJson {
	const index = course.modules.findIndex((module) => module.id === id)
	const [removed, before] = [course.modules[index], course.modules[index - 1]]
	const toast = removed?.completionToast
	const isAnnounced = new RegExp(`\\bModule ${id}\\b`).test(before?.completionToast?.description ?? '')
	const rest = course.modules
		.filter((module) => module.id !== id)
		.map((module) =>
			module === before && toast && removed && isAnnounced ? { ...module, completionToast: renameIn(toast, removed, module) } : module,
		)
	const weeks = course.weeks?.filter(({ module }) => module !== id).map((week, place) => ({ ...week, week: place + 1 }))
	return { ...course, modules: openInOrder(rest, course.modules), ...(weeks && { weeks }) }
}

/** Changes the link from a module's page to a removed module: it now leads to the module after that. */
export function relinkNextModule(page: ModuleJson, removed: ModuleJson, id: number): ModuleJson {
	if (!removed.completion || page.completion?.next.href !== paths.courseModule(id)) return page
	const { next, nextPreview } = removed.completion
	return { ...page, completion: { ...page.completion, next, nextPreview } }
}

const TITLE_LINE = /^(---\n(?:(?!---\n).*\n)*?)title: (.*)\n/

/** Renames a lesson in its text; unchanged if the title there was different or spans several lines. */
export function renameLesson(text: string, before: string, title: string): string {
	const [, , written] = TITLE_LINE.exec(text) ?? []
	if (written === undefined || written.trim() !== printScalar(before)) return text
	return text.replace(TITLE_LINE, (_line, head: string) => `${head}title: ${printScalar(title)}\n`)
}
