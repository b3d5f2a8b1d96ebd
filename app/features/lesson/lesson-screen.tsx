import { type ReactNode, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'

import { EndedAccess } from '#app/lib/ended-access.tsx'
import { findRefusal } from '#app/lib/own-api.ts'
import { readUserId } from '#app/lib/stored-session.ts'
import { useOrderList } from '#app/lib/use-order-list.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Alert, Callout } from '#app/ui/callout.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { GradeLessonQuizResponse, LessonFile, LessonResponse } from '#contracts/course.ts'
import { paths } from '#contracts/paths.ts'
import type { RecallQuestion } from '#contracts/recall.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'

import { GuidedText, type ReadingRecord } from './guided-text.tsx'
import type { BestScore } from './knowledge-check.tsx'
import type { LessonAddress } from './lesson-api.ts'
import { useLesson, type LoadedLesson } from './lesson-cache.ts'
import { LessonText } from './lesson-text.tsx'
import { ResourceList } from './resource-list.tsx'

/** URL anchors within a lesson, with the tab that contains each. `find`: selector of the element to scroll to. */
const ANCHORS: Readonly<Record<string, { tab: string; find?: string }>> = {
	'#exercises': { tab: 'content', find: '[data-exercise]' },
	'#steps': { tab: 'steps' },
	'#task': { tab: 'task' },
	'#check': { tab: 'check' },
}

/** Returns the open tab. If the URL's hash names an anchor, its tab opens and the page scrolls there. */
function useLessonTab(lesson: RefObject<HTMLElement | null>): { tab: string; onTab: (tab: string) => void } {
	const { hash, key } = useLocation()
	const [chosen, setChosen] = useState({ tab: ANCHORS[hash]?.tab ?? 'content', visit: key })
	if (chosen.visit !== key) setChosen({ tab: ANCHORS[hash]?.tab ?? chosen.tab, visit: key })
	useEffect(() => {
		const anchor = ANCHORS[hash]
		const target = anchor
			? lesson.current?.querySelector<HTMLElement>(anchor.find ?? '[role=tabpanel]:not([hidden])')
			: hash === '#milestone' && document.getElementById('milestone')
		if (!target) return
		if (target.tabIndex < 0) target.tabIndex = -1
		target.focus({ preventScroll: true })
		target.scrollIntoView()
	}, [lesson, hash, key])
	return { tab: chosen.tab, onTab: (tab) => setChosen({ tab, visit: key }) }
}

type LoadedBodyProps = {
	lesson: LoadedLesson & { ask: () => void }
	children: (body: LessonResponse) => ReactNode
}

function LoadedBody({ lesson: { body, error, ask }, children }: LoadedBodyProps) {
	const isClosed = !body && error !== null && findRefusal(error)?.code === 'not_enrolled'
	const orders = useOrderList(readUserId(), isClosed)
	if (body) return <>{children(body)}</>
	if (error === null)
		return (
			<p role="status" className="min-h-dvh">
				Loading the lesson…
			</p>
		)
	if (isClosed)
		return (
			<div className="grid gap-4">
				<Callout role="alert" title="This lesson is part of the full course">
					<p>Your account doesn’t have the full course right now. Your progress is saved.</p>
					<LinkButton to={paths.offer} variant="secondary" className="mt-3">
						See the Full Course
					</LinkButton>
				</Callout>
				<EndedAccess list={orders} />
			</div>
		)
	return (
		<Alert title="The lesson couldn’t be loaded">
			<p>Check your connection and try again. Your progress is saved.</p>
			<Button variant="secondary" className="mt-3" onClick={ask}>
				Try Again
			</Button>
		</Alert>
	)
}

type Ticks = {
	ticked: ReadonlySet<string>
	onTick: (box: string, isDone: boolean) => void
}

/** The checkboxes are part of an HTML string, so they are set and observed in the DOM instead of by React. */
function TickedText({ html, ticked, onTick, children }: Ticks & { html: string; children: ReactNode }) {
	const frame = useRef<HTMLDivElement>(null)
	useEffect(() => {
		for (const box of frame.current?.querySelectorAll<HTMLInputElement>('input[data-box]') ?? [])
			box.checked = ticked.has(box.dataset.box ?? '')
	}, [html, ticked])
	useEffect(() => {
		const element = frame.current
		const onChange = ({ target }: Event) => {
			if (target instanceof HTMLInputElement && target.dataset.box) onTick(target.dataset.box, target.checked)
		}
		element?.addEventListener('change', onChange)
		return () => element?.removeEventListener('change', onChange)
	}, [onTick])
	return <div ref={frame}>{children}</div>
}

const [LessonWork] = lazyComponent(async () => (await import('./lesson-work.tsx')).LessonWork)

export type LessonRecord = {
	reading: ReadingRecord
	isStepDone: (index: number) => boolean
	onStep: (index: number, isDone: boolean) => void
	isTaskDone: boolean
	onTask: (isDone: boolean) => void
	ticks: Ticks
	best: BestScore | null
	onGraded: (result: GradeLessonQuizResponse) => void
}

type LessonProps = {
	lesson: LessonAddress
	/** False during server rendering: the HTML is the same for all lessons. */
	canAsk: boolean
	/** Heading shown above the lesson. A lesson title that is the same isn't repeated. */
	sectionTitle: string
	record: LessonRecord
	onDownload: (file: LessonFile) => void
	renderExercise: (exercise: Exercise) => ReactNode
	renderRecall: (question: RecallQuestion) => ReactNode
	/** Renders content below the tabs. */
	renderEnd: (body: LessonResponse) => ReactNode
	onNearEnd: () => void
}

const DIFFICULTY_TONE = { Beginner: 'good', Intermediate: 'sun', Advanced: 'danger' } as const

export function LessonScreen(props: LessonProps) {
	return (
		<LoadedBody lesson={useLesson(props.lesson, props.canAsk)}>{(body) => <LessonBody key={body.id} body={body} {...props} />}</LoadedBody>
	)
}

function LessonBody({
	body,
	lesson,
	sectionTitle,
	record,
	onDownload,
	renderExercise,
	renderRecall,
	renderEnd,
	onNearEnd,
}: LessonProps & { body: LessonResponse }) {
	const article = useRef<HTMLElement>(null)
	const { tab, onTab } = useLessonTab(article)
	const isAtWork = useFirstSign(tab !== 'content')
	const tabs = [
		{
			id: 'content',
			label: 'Lesson Content',
			panel: (
				<GuidedText html={body.bodyHtml} record={record.reading}>
					<TickedText html={body.bodyHtml} {...record.ticks}>
						<LessonText body={body} renderExercise={renderExercise} renderRecall={renderRecall} />
					</TickedText>
					<ResourceList resources={body.resources} onDownload={onDownload} />
				</GuidedText>
			),
		},
		...(
			[
				['steps', 'Step-by-Step', body.steps],
				['examples', 'Real Examples', body.examples],
				['task', 'Practical Task', body.task ? [body.task] : []],
				['check', 'Knowledge Check', body.quiz],
			] as const
		).flatMap(([id, label, { length }]) =>
			length > 0 ? [{ id, label, panel: isAtWork && <LessonWork part={id} body={body} lesson={lesson} record={record} /> }] : [],
		),
	]
	return (
		<article ref={article} aria-labelledby="lesson-title">
			<div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2">
				<h3 id="lesson-title" className={body.title === sectionTitle ? 'sr-only' : 'w-full'}>
					{body.title}
				</h3>
				<span>{body.duration}</span>
				<Badge tone={DIFFICULTY_TONE[body.difficulty]}>{body.difficulty}</Badge>
			</div>
			<Tabs label={`Lesson: ${body.title}`} tabs={tabs} selected={tabs.some(({ id }) => id === tab) ? tab : 'content'} onSelect={onTab} />
			{renderEnd(body)}
			<NearEnd onNear={onNearEnd} />
		</article>
	)
}

/** Calls `onNear` when the reader is at most one screen above this position. */
function NearEnd({ onNear }: { onNear: () => void }) {
	const mark = useRef<HTMLDivElement>(null)
	const tell = useEffectEvent(onNear)
	useEffect(() => {
		const observer = new IntersectionObserver((changes) => changes.some(({ isIntersecting }) => isIntersecting) && tell(), {
			rootMargin: '0px 0px 100% 0px',
		})
		if (mark.current) observer.observe(mark.current)
		return () => observer.disconnect()
	}, [])
	return <div ref={mark} />
}

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/**
 * Returns true once the learner interacts with the page. The other tabs are then loaded, in case the connection is lost later.
 * @param isSure true if another tab is already open, so there is no need to wait
 */
function useFirstSign(isSure: boolean): boolean {
	const [isSeen, setSeen] = useState(isSure)
	if (isSure && !isSeen) setSeen(true)
	useEffect(() => {
		if (isSeen) return undefined
		const see = () => setSeen(true)
		for (const sign of SIGNS) window.addEventListener(sign, see, { passive: true })
		return () => {
			for (const sign of SIGNS) window.removeEventListener(sign, see)
		}
	}, [isSeen])
	return isSeen
}
