export type Toast = { title: string; description: string }
export type Gate = { requires: number; deniedToast?: Toast; deniedRedirect?: string }
/**
 * Module in a course's list. In the main course, it has a gate; in other courses, it has only the number of the module to complete first.
 */
export type ListedModule = {
	id: number
	title: string
	/** Title of the module's page in the browser's tab. */
	pageTitle?: string
	gate?: Gate | null
	requires?: number | null
	free?: boolean
	minutes?: number
	completionToast?: Toast
}

const FOLLOWER = / before accessing Module \d+$/

/** Updates a module's title in the gate message of the next module, even if the message had an older title. */
function renameInGate(gate: Gate, { id, title }: { id: number; title: string }): Gate {
	const begin = `You need to complete Module ${id}: `
	const { description = '' } = gate.deniedToast ?? {}
	const [end] = FOLLOWER.exec(description) ?? []
	if (!gate.deniedToast || end === undefined || !description.startsWith(begin)) return gate
	return { ...gate, deniedToast: { ...gate.deniedToast, description: begin + title + end } }
}

/** `title` is for lists; `heading` is what the module's page now shows instead of `headingBefore`. */
type NewNames = { id: number; title: string; heading: string; headingBefore: string }

/** Renames a module in its course: in lists, in the browser's tab if it shows one of the old names, and in the message of the module after it. */
export function renameModule<Course extends { modules: ListedModule[] }>(course: Course, names: NewNames): Course {
	const { id, title, heading, headingBefore } = names
	const rename = (module: ListedModule): ListedModule => ({
		...module,
		title,
		...(module.pageTitle === headingBefore ? { pageTitle: heading } : module.pageTitle === module.title && { pageTitle: title }),
	})
	return {
		...course,
		modules: course.modules.map((module) => {
			if (module.id === id) return rename(module)
			const isRenamed = course.modules.some((each) => each.id === id && each.title !== title)
			return isRenamed && module.gate?.requires === id ? { ...module, gate: renameInGate(module.gate, { id, title }) } : module
		}),
	}
}
