import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import type { AccountState } from '#app/lib/records/use-account-sync.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Table } from '#app/ui/table.tsx'
import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { countHolding, REVIEW_SIZE } from '#domain/recall/due-questions.ts'
import { type LessonMemory, memoryId, dueAt, findRemembered } from '#domain/recall/recall-schedule.ts'

import { formatDueQuestions } from './format-due.ts'
import { formatNextReview, formatReturn } from './format-return.ts'
import { RecallCard } from './recall-card.tsx'
import { findMemory, recallStore } from './recall-store.ts'
import { type Due, type ReviewScope, useDueQuestions } from './use-due.ts'
import { type ReadyQuestion, useQuestions } from './use-questions.ts'
import { useRecall } from './use-recall.ts'

type RoundResult = { question: ReadyQuestion; isRight: boolean }

type ReviewRoundProps = { questions: readonly ReadyQuestion[]; onEnd: (results: readonly RoundResult[]) => void }

/** Shows the questions one by one. Focus moves to each new question and stays on the answer until the learner continues. */
function ReviewRound({ questions, onEnd }: ReviewRoundProps) {
	const { items: memories } = useRecall()
	const [results, setResults] = useState<readonly RoundResult[]>([])
	const [index, setIndex] = useState(0)
	const [chosen, setChosen] = useState<number | null>(null)
	const first = useRef<HTMLButtonElement>(null)
	useEffect(() => first.current?.focus(), [index])

	const current = questions[index]
	if (!current) return null
	const isLast = index === questions.length - 1
	const held = chosen === null ? null : findRemembered(findMemory(memories, current), current.questionId)

	function choose(option: number) {
		if (!current) return
		const isRight = option === current.question.correct
		recallStore.answer(current, current.questionId, isRight)
		setChosen(option)
		setResults([...results, { question: current, isRight }])
	}
	function goOn() {
		if (isLast) return onEnd(results)
		setChosen(null)
		setIndex(index + 1)
	}
	return (
		<section
			aria-label="Review"
			className="grid w-full max-w-read justify-items-start gap-5 border-l-[.375rem] border-spruce-ink bg-raised p-5 [&>:first-child]:w-full"
		>
			<RecallCard
				key={index}
				place={`Question ${index + 1} of ${questions.length}`}
				question={current.question}
				chosen={chosen}
				onChoose={choose}
				note={held && `We’ll ask again ${formatReturn(dueAt(held), recallStore.nowMs())}.`}
				firstOption={first}
			/>
			{chosen !== null && <Button onClick={goOn}>{isLast ? 'Finish' : 'Next Question'}</Button>}
		</section>
	)
}

type WhatHoldsProps = { modules: readonly { id: number; title: string }[]; memories: readonly LessonMemory[]; nowMs: number }

function RetentionByModule({ modules, memories, nowMs }: WhatHoldsProps) {
	const rows = modules
		.map((module) => ({
			...module,
			...countHolding(
				memories.filter(({ moduleId }) => moduleId === module.id),
				nowMs,
			),
		}))
		.filter(({ met }) => met > 0)
	if (rows.length === 0) return null
	const most = Math.max(...rows.map(({ met }) => met))
	const all = countHolding(memories, nowMs)
	return (
		<section aria-labelledby="holds" className="grid w-full gap-3">
			<h2 id="holds">What you remember</h2>
			<p className="max-w-read">
				You remember {all.holding} of {all.met}. A question counts once you get it right, until it’s due again.
			</p>
			<Table caption="Questions you remember, by module" head={['Module', 'Remembered']}>
				{rows.map(({ id, title, holding, met }) => (
					<tr key={id}>
						<th scope="row">{title}</th>
						<td className="w-[45%] min-w-32">
							<svg className="block h-[.9rem] w-full" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
								<rect className="fill-sunk stroke-line-strong" vectorEffect="non-scaling-stroke" width={(met / most) * 100} height="10" />
								<rect className="fill-spruce-ink" width={(holding / most) * 100} height="10" />
							</svg>
							{holding} of {met}
						</td>
					</tr>
				))}
			</Table>
		</section>
	)
}

const KEPT: Record<AccountState, string> = {
	idle: 'Your answers are saved in this browser. Sign in to save them to your account too.',
	syncing: 'Your answers are saved in this browser. Saving to your account…',
	synced: 'Your answers are saved in this browser and in your account.',
	'nearly-full': 'Your answers are saved in this browser and in your account.',
	waiting: 'Your answers are saved in this browser. We’ll save them to your account once we can reach the server.',
	full: 'Some answers are saved in this browser only, because your account is out of space.',
	refused:
		'Some answers are saved in this browser only: we couldn’t save them to your account. Their module may not be open to you anymore.',
}

const formatRecallSaved = (sync: AccountState, isKept: boolean): string =>
	isKept ? KEPT[sync] : 'This browser doesn’t let us save anything, or its storage is full: your answers last until you leave the page.'

/** A lesson with recall questions. `name` consists of module and lesson, such as `1/costs`. */
export type ReviewLesson = { name: string; title: string; href: string }

type ReviewPageProps = {
	lessons: readonly ReviewLesson[]
	modules: readonly { id: number; title: string }[]
	mayRead: ReviewScope['mayRead']
	completed: ReadonlySet<ModuleId>
	sync: AccountState
	/** True once browser and account are in sync, or syncing has failed. */
	isKnown: boolean
}

type Step = { name: 'start' } | { name: 'asking'; questions: readonly ReadyQuestion[] } | { name: 'done'; results: readonly RoundResult[] }

export function ReviewPage({ lessons, modules, mayRead, completed, sync, isKnown }: ReviewPageProps) {
	const scope = { lessons: new Set(lessons.map(({ name }) => name)), mayRead }
	const due = useDueQuestions(scope)
	const { isKept } = useRecall()
	const texts = useQuestions({ due: due.due, size: REVIEW_SIZE, completed, canAsk: isKnown })
	const [step, setStep] = useState<Step>({ name: 'start' })
	const start = () => setStep({ name: 'asking', questions: texts.ready })
	const end = (results: readonly RoundResult[]) => setStep({ name: 'done', results })

	let panel: ReactNode
	if (step.name === 'asking') panel = <ReviewRound questions={step.questions} onEnd={end} />
	else if (step.name === 'done') panel = <Done results={step.results} lessons={lessons} due={{ ...due, due: texts.ready }} onMore={start} />
	else if (!isKnown && due.memories.length === 0) panel = <p role="status">Loading your review…</p>
	else if (texts.count === 0) panel = <NothingDue due={due} />
	else
		panel = (
			<>
				<p className="text-lg" role="status">
					{formatDueQuestions(texts.count)}.
				</p>
				{texts.count > REVIEW_SIZE && <p>This review asks {REVIEW_SIZE} of them, starting with the ones you missed.</p>}
				<Ready texts={texts} onStart={start} />
			</>
		)
	return (
		<>
			{panel}
			{due.memories.length > 0 && (
				<p role="status" className="text-soft">
					{formatRecallSaved(sync, isKept)}
				</p>
			)}
			{step.name !== 'asking' && <RetentionByModule modules={modules} memories={due.memories} nowMs={due.nowMs} />}
		</>
	)
}

/** Offers to review the questions that could be loaded, even if others are missing. */
function Ready({ texts: { ready, missing, state, tryAgain }, onStart }: { texts: ReturnType<typeof useQuestions>; onStart: () => void }) {
	if (state === 'asking' && ready.length === 0) return <p role="status">Loading the questions…</p>
	return (
		<>
			{state === 'unreachable' && missing > 0 && (
				<Callout
					tone="danger"
					role="alert"
					title={ready.length > 0 ? 'Some questions couldn’t be loaded' : 'The questions couldn’t be loaded'}
				>
					<p>
						{ready.length > 0
							? `${ready.length === 1 ? '1 of them is' : `${ready.length} of them are`} saved in this browser and can be answered offline.`
							: 'Check your connection and try again. Nothing is lost.'}
					</p>
					<Button variant="secondary" className="mt-3" onClick={tryAgain}>
						Try Again
					</Button>
				</Callout>
			)}
			{ready.length > 0 && (
				<Button size="lg" onClick={onStart}>
					Start
				</Button>
			)}
		</>
	)
}

function NothingDue({ due: { memories, nextMs, nowMs } }: { due: Due }) {
	if (memories.length === 0)
		return (
			<>
				<p className="max-w-read text-lg">
					Nothing to review yet. Questions you answer return here: first after a day, then at longer and longer intervals.
				</p>
				<LinkButton to={paths.continueLearning}>Go to Your Next Lesson</LinkButton>
			</>
		)
	return (
		<p className="text-lg" role="status">
			{formatNextReview(nextMs, nowMs)}
		</p>
	)
}

type DoneProps = { results: readonly RoundResult[]; lessons: readonly ReviewLesson[]; due: Due; onMore: () => void }

function Done({ results, lessons, due: { due, nextMs, nowMs }, onMore }: DoneProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	const known = results.filter(({ isRight }) => isRight).length
	const missed = new Set(results.filter(({ isRight }) => !isRight).map(({ question }) => memoryId(question)))
	const again = lessons.filter(({ name }) => missed.has(name))
	return (
		<section aria-labelledby="done" className="grid justify-items-start gap-4">
			<h2 id="done" ref={heading} tabIndex={-1}>
				{known} of {results.length} known
			</h2>
			<p className="max-w-read">
				{due.length > 0 ? 'More questions are due. They can wait until tomorrow.' : formatNextReview(nextMs, nowMs)}
			</p>
			{again.length > 0 && (
				<>
					<p>We’ll ask the questions you missed again within a day. To reread the lessons first:</p>
					<ul className="grid gap-2">
						{again.map(({ name, title, href }) => (
							<li key={name}>
								<Link className="link" to={href}>
									{title}
								</Link>
							</li>
						))}
					</ul>
				</>
			)}
			<p className="flex flex-wrap gap-4">
				<LinkButton to={paths.dashboard}>Go to Your Dashboard</LinkButton>
				{due.length > 0 && (
					<Button variant="secondary" onClick={onMore}>
						{due.length === 1 ? 'Answer One More' : `Answer ${due.length} More`}
					</Button>
				)}
			</p>
		</section>
	)
}
