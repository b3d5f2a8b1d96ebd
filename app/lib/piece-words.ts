import { paths } from '#contracts/paths.ts'
import type { MissingPiece, PieceKind } from '#domain/progress/measure-course.ts'

type Words = {
	name: string
	done: string
	missing: string
	todo: string
	/** Fragment of the URL, with its `#`. */ anchor: string
}

export const PIECE_WORDS: Readonly<Record<PieceKind, Words>> = {
	reading: { name: 'Text', done: 'Text read', missing: 'Finish reading', todo: 'Read', anchor: '' },
	exercise: {
		name: 'Exercises',
		done: 'Exercises done',
		missing: 'Do the exercises',
		todo: 'Do the exercises in',
		anchor: '#exercises',
	},
	check: {
		name: 'Check',
		done: 'Knowledge check passed',
		missing: 'Pass the check',
		todo: 'Take the knowledge check for',
		anchor: '#check',
	},
	task: { name: 'Task', done: 'Task done', missing: 'Do the task', todo: 'Start the task for', anchor: '#task' },
	milestone: {
		name: 'Milestone',
		done: 'Milestone reached',
		missing: 'Reach the milestone',
		todo: 'Work on the milestone for',
		anchor: '#milestone',
	},
}

export const formatThingsLeft = (count: number): string => `${count} ${count === 1 ? 'thing' : 'things'} left`

export const pieceHref = (moduleId: number, { sectionId, kind }: MissingPiece): string =>
	`${paths.courseModule(moduleId)}?section=${sectionId}${PIECE_WORDS[kind].anchor}`
