import type { Content } from '#content/load-content.server.ts'
import { answerSums, figuresOf, slotsOf, splitAnswers } from '#domain/exercises/exercise-slots.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'
import { formatFigure } from '#domain/exercises/figure-text.ts'
import { enteredFields, type FilledExercise, isFilled } from '#domain/exercises/filled-exercise.ts'
import type { DocumentBlock } from '#server/adapters/documents/port.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readRecords } from '#server/services/learning/records/keep-record.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { exerciseTable } from './merge-exercise.ts'

type Printed = {
	filled: FilledExercise
	section: string
	/** The exercise in the current lesson; null if the lesson no longer has one with this ID. */ exercise: Exercise | null
}

export function exerciseBlocks({ filled, section, exercise }: Printed): DocumentBlock[] {
	const field = (label: string, value: string): DocumentBlock => ({ kind: 'field', label, value })
	return [
		{ kind: 'heading', text: filled.title },
		{ kind: 'text', text: section },
		...enteredFields(filled).map(({ label, value }) => field(label, value)),
		...(exercise ? answersOf(exercise, filled) : []).map(({ label, value }) => field(label, value)),
	]
}

function answersOf(exercise: Exercise, filled: FilledExercise): { label: string; value: string }[] {
	const { values } = splitAnswers(slotsOf(exercise), filled)
	const answers = answerSums(exercise.sums, figuresOf(exercise, values))
	return exercise.sums.flatMap(({ label, format }, index) => {
		const answer = answers[index] ?? null
		return answer === null ? [] : [{ label, value: formatFigure(answer, format) }]
	})
}

/** Prints all exercises of the caller as a tagged PDF in the order of the course, with the calculated results. */
export async function printExercises(ctx: ServiceContext): Promise<Uint8Array> {
	const { records } = await readRecords(ctx.db, exerciseTable, requireLearnerId(ctx))
	const placed = records.filter(isFilled).map((filled) => ({ filled, at: findSection(ctx.content, filled) }))
	const ordered = placed.toSorted((a, b) => a.filled.moduleId - b.filled.moduleId || a.at.place - b.at.place)
	const blocks = await Promise.all(
		ordered.map(async ({ filled, at }) =>
			exerciseBlocks({ filled, section: at.name, exercise: await findCurrentExercise(ctx.content, filled) }),
		),
	)
	return ctx.documents.print({
		title: 'My exercises',
		subject: ctx.content.site.name,
		publisher: ctx.content.site.name,
		isLandscape: false,
		madeAt: ctx.now(),
		blocks: blocks.length > 0 ? blocks.flat() : [{ kind: 'text', text: 'Nothing is filled in yet.' }],
	})
}

function findSection(content: Content, { moduleId, lessonId }: FilledExercise): { name: string; place: number } {
	const inSections = content
		.sectionsOf(moduleId)
		.map((section) => ({ id: section.lessonId, name: `${content.labelModule(moduleId)}, ${section.title}` }))
	const inTracks = content.trackLessons
		.filter((lesson) => lesson.moduleId === moduleId)
		.map(({ id, track, title }) => ({ id, name: `Career path, ${track}: ${title}` }))
	return placeIn([...inSections, ...inTracks], lessonId)
}

function placeIn(lessons: readonly { id: string | null; name: string }[], lessonId: string): { name: string; place: number } {
	const place = lessons.findIndex(({ id }) => id === lessonId)
	return { name: lessons[place]?.name ?? 'From an earlier edition of the course', place: place < 0 ? lessons.length : place }
}

async function findCurrentExercise(content: Content, { moduleId, lessonId, exerciseId }: FilledExercise) {
	const lesson = content.readLesson(moduleId, lessonId)
	return lesson?.blocks.exercises.find(({ id }) => id === exerciseId) ?? null
}
