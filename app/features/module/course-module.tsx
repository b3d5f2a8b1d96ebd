import type { ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import type { Download } from '#content/schema/download.ts'
import type { Module, Section } from '#content/schema/module.ts'
import type { ModuleEvidence } from '#domain/progress/module-evidence.ts'

import { ComingSoon } from './coming-soon.tsx'
import { MilestoneTick } from './milestone-tick.tsx'
import { ModuleCompletion } from './module-completion.tsx'
import { ModuleHeader } from './module-header.tsx'
import { ModuleOverview } from './module-overview.tsx'
import { ChosenProject, ProjectChoice } from './project-choice.tsx'
import { SectionList } from './section-list.tsx'
import { SectionSteps } from './section-steps.tsx'
import { useFocusHeading } from './use-focus-heading.ts'

type CourseModuleProps = {
	module: Module
	index: number
	onGo: (index: number) => void
	/** Ids of the sections this learner has opened. */
	opened: ReadonlySet<string>
	downloads: readonly Download[]
	overview: Download | null
	onDownload: (file: Download) => void
	onComplete: () => void
	renderLesson: (lessonId: string, section: Section) => ReactNode
	renderNote: (sectionId: string) => ReactNode
	/** What the learner's record shows for this module. */
	evidence: ModuleEvidence
	/** Ids of the milestones ticked. */
	reached: ReadonlySet<string>
	onMilestone: (id: string, isDone: boolean) => void
	project: string | null
	onProject: (projectId: string) => void
	/** Forms of the completed screen; null where the module has none. */
	afterCompletion: ReactNode
}

/** A module's page: header, map of sections, the open section, and the step after the last one. */
export function CourseModule(props: CourseModuleProps) {
	const { module, index, onGo, opened } = props
	const { sections, completion } = module
	const section = sections[index]
	const heading = useFocusHeading(index)
	return (
		<>
			<ModuleHeader moduleId={module.id} title={module.title} sections={sections} index={index} />
			<div className="page module-grid pb-16">
				<SectionList sections={sections} index={index} opened={opened} />
				<section aria-labelledby="section-title" className="min-w-0">
					<h2 id="section-title" ref={heading} tabIndex={-1} className="mb-6 outline-none">
						{section?.title ?? completion.title}
					</h2>
					{section ? (
						<SectionBody {...props} section={section} />
					) : (
						<ModuleCompletion words={completion} evidence={props.evidence} sections={sections}>
							{props.afterCompletion}
						</ModuleCompletion>
					)}
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

/** The first section opens with the overview of the module; below it stands its lesson, like in every other section. */
function SectionContent({ module, section, index, onGo, renderLesson, ...rest }: CourseModuleProps & { section: Section }) {
	const lesson = section.lessonId !== null && renderLesson(section.lessonId, section)
	if (index > 0) return lesson || <ComingSoon words={module.comingSoon} summary={section.summary} />
	return (
		<>
			{module.projectChoice && <ProjectChoice words={module.projectChoice} selected={rest.project} onSelect={rest.onProject} />}
			<ModuleOverview
				module={module}
				downloads={rest.downloads}
				overview={rest.overview}
				onDownload={rest.onDownload}
				onStart={() => onGo(1)}
			/>
			{lesson && <div className="mt-14">{lesson}</div>}
		</>
	)
}
