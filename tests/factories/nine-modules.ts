import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SHIPPED = path.resolve(import.meta.dirname, '..', '..', 'content', 'course')

/** Modules in teaching order, with their number of sections: from one to thirty, and not in numeric order. */
export const NINE = [
	{ id: 1, sections: 1 },
	{ id: 2, sections: 2 },
	{ id: 3, sections: 3 },
	{ id: 7, sections: 30 },
	{ id: 4, sections: 4 },
	{ id: 5, sections: 2 },
	{ id: 6, sections: 3 },
	{ id: 8, sections: 3 },
	{ id: 12, sections: 1 },
] as const

type Raw = Record<string, unknown>
const readShipped = (file: string) => JSON.parse(readFileSync(path.join(SHIPPED, file), 'utf8')) as Raw

/** Shipped lesson used for every section, so that each is complete. */
const LESSON = path.join('module-2', 'lessons', 'first-sale.md')

function writeModule(folder: string, { id, sections }: (typeof NINE)[number]): void {
	const page = readShipped('module-2/module.json')
	const names = Array.from({ length: sections }, (_, index) => `part-${index + 1}`)
	const own = {
		...page,
		id,
		title: `Module of number ${id}`,
		sections: names.map((name, index) => ({ id: name, title: `Part ${index + 1} of module ${id}`, summary: 'A part of it.' })),
		roadmap: [],
	}
	const lessons = path.join(folder, `module-${id}`, 'lessons')
	mkdirSync(lessons, { recursive: true })
	writeFileSync(path.join(folder, `module-${id}`, 'module.json'), JSON.stringify(own, null, '\t'))
	for (const name of names)
		if (id !== UNWRITTEN.id || name !== UNWRITTEN.section) cpSync(path.join(SHIPPED, LESSON), path.join(lessons, `${name}.md`))
}

/** A section without a lesson. */
export const UNWRITTEN = { id: 8, section: 'part-2' }

/** Writes a course of nine modules as files, with a certificate that takes one sitting. */
export function writeNineModules(folder: string): void {
	const course = readShipped('course.json')
	const [model] = (course.modules as Raw[]).slice(1)
	const around = (course.weeks as Raw[]).filter(({ module }) => typeof module === 'string')
	const modules = NINE.map(({ id }, index) => {
		const previous = NINE[index - 1]?.id
		const { free: _, ...words } = { ...model, id, title: `Module of number ${id}`, pageTitle: `Page of module ${id}` } as Raw
		const gate =
			previous === undefined ? null : { ...(model?.gate as Raw), requires: previous, deniedRedirect: `/course/module${previous}` }
		return { ...words, gate, ...(previous === undefined && { free: true }) }
	})
	const weeks = [...around, ...NINE.map(({ id }) => ({ ...around[0], module: id }))].map((week, index) => ({ ...week, week: index + 1 }))
	mkdirSync(folder, { recursive: true })
	writeFileSync(
		path.join(folder, 'course.json'),
		JSON.stringify({ ...course, certificate: { ...(course.certificate as Raw), sittings: 1 }, modules, weeks }, null, '\t'),
	)
	for (const module of NINE) writeModule(folder, module)
}
