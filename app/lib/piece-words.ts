import { paths } from '#contracts/paths.ts'
import type { MissingPiece, PieceKind } from '#domain/progress/measure-course.ts'

type Words = {
	/** In one word. */ name: string
	done: string
	missing: string
	/** What to do, before the name of the section. */ todo: string
	/** Where in the lesson. */ anchor: string
}

/** Each thing that a section asks, in words. */
export const PIECE_WORDS: Readonly<Record<PieceKind, Words>> = {
	reading: { name: 'Text', done: 'Text read', missing: 'Text not read to its end', todo: 'Read', anchor: '' },
	exercise: {
		name: 'Exercises',
		done: 'Exercises filled in',
		missing: 'Exercises not filled in',
		todo: 'Fill in the exercises in',
		anchor: '#exercises',
	},
	check: {
		name: 'Check',
		done: 'Knowledge check passed',
		missing: 'Knowledge check not passed',
		todo: 'Take the knowledge check for',
		anchor: '#check',
	},
	task: { name: 'Task', done: 'Task done', missing: 'Task not done', todo: 'Begin the task for', anchor: '#task' },
	milestone: {
		name: 'Milestone',
		done: 'Milestone reached',
		missing: 'Milestone not reached',
		todo: 'Work on the milestone for',
		anchor: '#milestone',
	},
}

/** `1 thing left`, `12 things left`. */
export const formatThingsLeft = (count: number): string => `${count} ${count === 1 ? 'thing' : 'things'} left`

/** The link to something that is missing. */
export const pieceHref = (moduleId: number, { sectionId, kind }: MissingPiece): string =>
	`${paths.courseModule(moduleId)}?section=${sectionId}${PIECE_WORDS[kind].anchor}`
