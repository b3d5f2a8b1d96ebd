import { nameLessons } from '#content/name-lessons.ts'
import { parseLesson } from '#content/parse-lesson.ts'
import { parseLocated } from '#content/parse-located.ts'
import { CareerPathSchema } from '#content/schema/career-path.ts'
import { ModuleSchema } from '#content/schema/module.ts'
import { countWords } from '#domain/reading/reading-time.ts'

const COUNTS = ['words', 'graded', 'recall', 'figures', 'exercises', 'documents'] as const
type Row = { section: string } & Record<(typeof COUNTS)[number], number>

type Group = { title: string; rows: readonly Row[] }

type Sources = ReadonlyMap<string, string>

/** Counts the contents of each section. A section without a lesson has only zeros. */
export function countCourse(sources: Sources): Group[] {
	const files = [...sources.keys()]
	return files
		.filter((file) => /^course\/module-\d+\/module\.json$/.test(file))
		.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
		.flatMap((file) => {
			const parsed = parseLocated(sources.get(file) ?? '', ModuleSchema)
			if (!parsed.ok) return []
			const { id: moduleId, title, sections } = nameLessons(parsed.value, files)
			return [{ title: `Module ${moduleId}: ${title}`, rows: sections.map((section) => countSection(moduleId, section, sources)) }]
		})
}

const EMPTY = { words: 0, graded: 0, recall: 0, figures: 0, exercises: 0, documents: 0 }

function countSection(moduleId: number, { id, lessonId }: { id: string; lessonId: string | null }, sources: Sources): Row {
	return countLesson(id, sources.get(`course/module-${moduleId}/lessons/${lessonId}.md`))
}

export function countTracks(sources: Sources): Group[] {
	const parsed = CareerPathSchema.safeParse(JSON.parse(sources.get('tracks.json') ?? '{}'))
	const tracks = parsed.success ? parsed.data.tracks : []
	return tracks.map(({ id, title, lessons }) => ({
		title: `Career track: ${title}`,
		rows: lessons.map((lesson) => countLesson(lesson.id, sources.get(`tracks/${id}/${lesson.id}.md`))),
	}))
}

function countLesson(id: string, source: string | undefined): Row {
	// Any module number is fine, because it doesn't affect the lesson's contents.
	const parsed = source === undefined ? null : parseLesson(source, { moduleId: 0, id })
	if (!parsed?.ok) return { section: id, ...EMPTY }
	const { body, blocks, quiz, resources } = parsed.lesson
	const documents = resources.filter(({ file, link }) => file !== undefined || link?.startsWith('/templates')).length
	const { recalls, figures, exercises } = blocks
	return {
		section: id,
		words: countWords(body),
		graded: quiz.length,
		recall: recalls.length,
		figures: figures.length,
		exercises: exercises.length,
		documents,
	}
}

/** Formats a line per section or lesson, a sum per module and track, and totals. A dot means zero. */
export function printCourse(modules: readonly Group[], tracks: readonly Group[]): string {
	const all = modules.flatMap(({ rows }) => rows)
	const beside = tracks.flatMap(({ rows }) => rows)
	const width = Math.max(...[...all, ...beside].map(({ section }) => section.length), 20) + 2
	const line = (name: string, cells: readonly (string | number)[]) =>
		`  ${name.padEnd(width)}${cells.map((cell) => String(cell === 0 ? '·' : cell).padStart(11)).join('')}`
	const sumOf = (rows: readonly Row[]) => COUNTS.map((count) => rows.reduce((sum, row) => sum + row[count], 0))
	const linesOf = ({ title, rows }: Group, what: string) => [
		title,
		...rows.map((row) =>
			line(
				row.section,
				COUNTS.map((count) => row[count]),
			),
		),
		line(`${rows.length} ${what}`, sumOf(rows)),
	]
	return [
		line('', COUNTS),
		...modules.flatMap((group) => linesOf(group, 'sections')),
		'The whole course',
		line(`${all.length} sections`, sumOf(all)),
		...tracks.flatMap((group) => linesOf(group, 'lessons')),
		'All career tracks',
		line(`${beside.length} lessons`, sumOf(beside)),
	].join('\n')
}
