import { printScalar } from '#content/print-scalar.ts'

/** The parts of a course's file that the outline changes. A module of the first course has a gate, one of a further course only its number. */
export type CourseJson = {
	title?: string
	/** Address of the course that it belongs to. */
	belongsTo?: string
	modules: { id: number; title: string; pageTitle?: string; gate?: { requires: number } | null; requires?: number | null }[]
}
/** The parts of a module.json that the outline changes. */
export type ModuleJson = {
	title?: string
	sections: { id: string; title: string; lessonId?: string | null }[]
	roadmap?: { sectionId: string; title: string }[]
}

/** Sorts items by a list of keys. @returns null unless the keys are exactly those of the items: someone else added or removed one */
export function inOrder<T>(items: readonly T[], keys: readonly string[], keyOf: (item: T) => string): T[] | null {
	const ordered = keys.flatMap((key) => items.find((item) => keyOf(item) === key) ?? [])
	const isWhole = keys.length === items.length && ordered.length === items.length && new Set(keys).size === keys.length
	return isWhole ? ordered : null
}

/** The keys with one of them a place earlier or later; at an end they stay. */
export function moveBy(keys: readonly string[], key: string, by: -1 | 1): string[] {
	const at = keys.indexOf(key)
	const to = at + by
	if (at === -1 || to < 0 || to >= keys.length) return [...keys]
	return keys.with(at, keys[to] ?? '').with(to, key)
}

/** A module opens after an earlier one: where that one comes later now, after the module before it. */
function openInOrder(modules: CourseJson['modules']): CourseJson['modules'] {
	return modules.map((module, index) => {
		const { gate, requires = gate?.requires } = module
		if (requires == null || modules.slice(0, index).some(({ id }) => id === requires)) return module
		const before = modules[index - 1]?.id ?? null
		if (!gate) return { ...module, requires: before }
		return { ...module, gate: before === null ? null : { ...gate, requires: before } }
	})
}

/** @returns null when the IDs differ from those of the course */
export function orderModules(course: CourseJson, ids: readonly string[]): CourseJson | null {
	const modules = inOrder(course.modules, ids, ({ id }) => String(id))
	return modules && { ...course, modules: openInOrder(modules) }
}

/** The roadmap follows. @returns null when the IDs are not those of the module */
export function orderSections(module: ModuleJson, ids: readonly string[]): ModuleJson | null {
	const sections = inOrder(module.sections, ids, ({ id }) => id)
	if (!sections) return null
	const roadmap = module.roadmap?.toSorted((one, other) => ids.indexOf(one.sectionId) - ids.indexOf(other.sectionId))
	return { ...module, sections, ...(roadmap && { roadmap }) }
}

/** Its title in the list, and on its own page where that was the same. */
export function renameModule(course: CourseJson, id: number, title: string): CourseJson {
	const rename = (module: CourseJson['modules'][number]) => ({
		...module,
		title,
		...(module.pageTitle === module.title && { pageTitle: title }),
	})
	return { ...course, modules: course.modules.map((module) => (module.id === id ? rename(module) : module)) }
}

/** Its title in the list, and in the roadmap where that was the same. */
export function renameSection(module: ModuleJson, id: string, title: string): ModuleJson {
	const before = module.sections.find((section) => section.id === id)?.title
	const roadmap = module.roadmap?.map((step) => (step.sectionId === id && step.title === before ? { ...step, title } : step))
	return {
		...module,
		sections: module.sections.map((section) => (section.id === id ? { ...section, title } : section)),
		...(roadmap && { roadmap }),
	}
}

const TITLE_LINE = /^(---\n(?:(?!---\n).*\n)*?)title: (.*)\n/

/** A lesson's text with another title; the same text where its title was a different one, or is written over several lines. */
export function renameLesson(text: string, before: string, title: string): string {
	const [, , written] = TITLE_LINE.exec(text) ?? []
	if (written === undefined || written.trim() !== printScalar(before)) return text
	return text.replace(TITLE_LINE, (_line, head: string) => `${head}title: ${printScalar(title)}\n`)
}
