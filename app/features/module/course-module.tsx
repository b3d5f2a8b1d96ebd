import { type ReactNode, useEffect, useRef } from 'react'

import { formatThingsLeft, PIECE_WORDS } from '#app/lib/piece-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import type { Download } from '#content/schema/download.ts'
import type { Milestone, Module, Section } from '#content/schema/module.ts'
import type { ModuleMeasure, SectionMeasure } from '#domain/progress/measure-course.ts'

import { ModuleHeader } from './module-header.tsx'
import { ModuleOverview, ModuleStart } from './module-overview.tsx'
import { NextTenMinutes } from './next-ten-minutes.tsx'
import { ChosenProject, ProjectChoice } from './project-choice.tsx'
import { SectionList } from './section-list.tsx'
import { useFocusHeading } from './use-section.ts'

type SectionWorkProps = {
	section: SectionMeasure
	measure: ModuleMeasure
	titles: ReadonlyMap<string, string>
}

function SectionWork({ section, measure, titles }: SectionWorkProps) {
	return (
		<section aria-labelledby="section-work" className="screen-only mt-12 grid max-w-read gap-4 border-t-2 border-ink pt-6">
			<h3 id="section-work">{section.isDone ? 'This section is done' : 'Your progress here'}</h3>
			<ul className="grid gap-1">
				{section.pieces.map(({ kind, isDone }) => (
					<li key={kind} className="flex items-center gap-3">
						<span className={isDone ? 'text-spruce-ink' : 'text-soft'}>
							{isDone ? <Icon name="check" /> : <span className="block size-5 rounded-[50%] border-2 border-current" aria-hidden="true" />}
						</span>
						{isDone ? PIECE_WORDS[kind].done : PIECE_WORDS[kind].missing}
					</li>
				))}
			</ul>
			<NextTenMinutes measure={measure} from={section.id} titles={titles} />
		</section>
	)
}

type SectionStepsProps = { index: number; count: number; onGo: (index: number) => void }

function SectionSteps({ index, count, onGo }: SectionStepsProps) {
	return (
		<nav aria-label="Section navigation" className="mt-12 flex flex-wrap justify-between gap-4 border-t-2 border-ink pt-6">
			<Button variant="secondary" disabled={index <= 0} onClick={() => onGo(index - 1)}>
				Previous
			</Button>
			<Button variant={index >= count - 1 ? 'secondary' : 'primary'} disabled={index >= count - 1} onClick={() => onGo(index + 1)}>
				Next
			</Button>
		</nav>
	)
}

type MilestoneTickProps = { milestone: Milestone; isDone: boolean; onToggle: (isDone: boolean) => void }

function MilestoneTick({ milestone, isDone, onToggle }: MilestoneTickProps) {
	return (
		<section aria-labelledby="milestone" className="mt-12 max-w-read border-l-6 border-sun py-2 pl-5">
			<h3 id="milestone">{milestone.title}</h3>
			<div className="mt-2">
				<Checkbox label={milestone.label} checked={isDone} onChange={(event) => onToggle(event.target.checked)} />
			</div>
		</section>
	)
}

function ComingSoon({ words, summary }: { words: string; summary: string | undefined }) {
	return (
		<div className="grid max-w-read gap-4">
			{summary !== undefined && <p className="text-lg">{summary}</p>}
			<p className="border-l-6 border-sun py-3 pl-5 text-xl font-semibold">{words}</p>
		</div>
	)
}

const [ModuleCompletion, fetchCompletion] = lazyComponent(async () => (await import('./module-completion.tsx')).ModuleCompletion)

type CourseModuleProps = {
	module: Module
	/** Number of the module within a further course; undefined in the main course, where it is the module's ID. */
	number?: number | undefined
	index: number
	onGo: (index: number) => void
	downloads: readonly Download[]
	overview: Download | null
	onDownload: (file: Download) => void
	onComplete: () => void
	renderLesson: (lessonId: string, section: Section) => ReactNode
	afterOverview: ReactNode
	renderNote: (sectionId: string) => ReactNode
	measure: ModuleMeasure
	/** Number of unfinished parts in earlier modules, shown on the last module's completion screen; 0 for all other modules. */
	leftBefore: number
	reached: ReadonlySet<string>
	onMilestone: (id: string, isDone: boolean) => void
	project: string | null
	onProject: (projectId: string) => void
	afterCompletion: ReactNode
}

export function CourseModule(props: CourseModuleProps) {
	const { module, index, onGo, measure, leftBefore, number = module.id } = props
	const { sections, completion } = module
	const section = sections[index]
	const titles = new Map(sections.map(({ id, title }) => [id, title]))
	const left = measure.all.of - measure.all.done + leftBefore
	const here = measure.sections.find(({ id }) => id === section?.id)
	const heading = useFocusHeading(index)
	// Loads the completion screen's code when the last section opens, so that it is available offline.
	const isAtEnd = index >= sections.length - 1
	useEffect(() => {
		if (isAtEnd) fetchCompletion()
	}, [isAtEnd])
	return (
		<>
			<ModuleHeader number={number} title={module.title} sections={sections} index={index} />
			<div className="page lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-[clamp(2rem,5vw,4.5rem)] pb-16">
				<a href="#section-title" className="skip-link screen-only">
					Skip the list of sections
				</a>
				<SectionList sections={sections} index={index} measure={measure} />
				<section aria-labelledby="section-title" className="min-w-0">
					<h2 id="section-title" ref={heading} tabIndex={-1} className="mb-6 outline-none">
						{section?.title ?? (left > 0 ? `You reached the end of Module ${number}. ${formatThingsLeft(left)}` : completion.title)}
					</h2>
					{section ? (
						<SectionBody {...props} section={section} />
					) : (
						<ModuleCompletion words={completion} measure={measure} leftBefore={leftBefore} titles={titles}>
							{props.afterCompletion}
						</ModuleCompletion>
					)}
					{here && <SectionWork section={here} measure={measure} titles={titles} />}
					{index === sections.length - 1 && (
						<div className="mt-12">
							<Button size="lg" onClick={props.onComplete}>
								{completion.completeButtonLabel}
							</Button>
						</div>
					)}
					<SectionSteps index={index} count={sections.length} onGo={onGo} />
				</section>
			</div>
		</>
	)
}

function SectionBody(props: CourseModuleProps & { section: Section }) {
	const { module, section, index, project, reached, onMilestone } = props
	const { milestone } = section
	return (
		<>
			{module.projectChoice && index > 0 && <ChosenProject words={module.projectChoice} selected={project} />}
			<SectionContent {...props} />
			{milestone && (
				<MilestoneTick milestone={milestone} isDone={reached.has(milestone.id)} onToggle={(isDone) => onMilestone(milestone.id, isDone)} />
			)}
			{props.renderNote(section.id)}
		</>
	)
}

/** Content of a section. In the first section, the lesson comes first and the module's overview is collapsed below. */
function SectionContent({ module, section, index, onGo, renderLesson, ...rest }: CourseModuleProps & { section: Section }) {
	const start = useRef<HTMLDivElement>(null)
	if (index > 0)
		return section.lessonId === null ? (
			<ComingSoon words={module.comingSoon} summary={section.summary} />
		) : (
			renderLesson(section.lessonId, section)
		)
	const goToLesson = () => {
		start.current?.scrollIntoView()
		start.current?.focus({ preventScroll: true })
	}
	const goToNext = module.sections.length > 1 ? () => onGo(1) : null
	const { overview, onDownload } = rest
	return (
		<>
			<ModuleStart
				module={module}
				overview={overview}
				onDownload={onDownload}
				onStart={section.lessonId === null ? goToNext : goToLesson}
			/>
			<div className="mt-8 border-t border-line-strong">
				<Disclosure summary="About this module: outcomes, times and offline use">
					<ModuleOverview module={module} downloads={rest.downloads} onDownload={onDownload}>
						{rest.afterOverview}
					</ModuleOverview>
				</Disclosure>
			</div>
			{section.lessonId !== null && (
				<div ref={start} tabIndex={-1} className="mt-10 outline-none">
					{/* Shows the lesson's own title, because the section's heading is above the overview. */}
					{renderLesson(section.lessonId, { ...section, title: '' })}
				</div>
			)}
			{module.projectChoice && <ProjectChoice words={module.projectChoice} selected={rest.project} onSelect={rest.onProject} />}
		</>
	)
}
