import { PIECE_WORDS, pieceHref } from '#app/lib/piece-words.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import { paths } from '#contracts/paths.ts'

import type { NextStep } from './next-step.ts'

export type CourseTitles = readonly { id: number; title: string; sections: readonly { id: string; title: string }[] }[]

type Words = { title: string; text: string; label: string; href: string }

export function describeNextStep(step: NextStep, modules: CourseTitles): Words {
	if (step.kind === 'finished')
		return {
			title: 'You’ve finished the course',
			text: 'Every text read, every exercise, check and task done. Everything stays open.',
			label: 'Review the Modules',
			href: paths.modules,
		}
	const module = modules.find(({ id }) => id === step.moduleId)
	const title = module?.title ?? ''
	const titleOf = (sectionId: string) => module?.sections.find(({ id }) => id === sectionId)?.title ?? title
	if (step.kind === 'catch-up') {
		const { missing, moduleId, left } = step
		return {
			title: titleOf(missing.sectionId),
			text: `${left === 1 ? 'One thing' : `${left} things`} left in Module ${moduleId}. Next: ${PIECE_WORDS[missing.kind].missing.toLowerCase()}.`,
			label: `${PIECE_WORDS[missing.kind].todo} this section`,
			href: pieceHref(moduleId, missing),
		}
	}
	const { href } = step
	if (step.kind === 'start')
		return {
			title,
			text:
				step.moduleId === modules[0]?.id
					? 'Start with the first module. You don’t need to prepare anything.'
					: `Module ${step.moduleId} is open. Start it whenever you’re ready.`,
			label: `Start Module ${step.moduleId}`,
			href,
		}
	if (step.kind === 'complete')
		return {
			title,
			text: `You have opened every section of module ${step.moduleId}. Complete it on its last page to open what comes next.`,
			label: `Go to the Last Section`,
			href,
		}
	return {
		title: titleOf(step.sectionId),
		text: `Continue where you left off in module ${step.moduleId}, ${title}.`,
		label: 'Continue Learning',
		href,
	}
}

type NextActionProps = {
	step: NextStep
	modules: CourseTitles
	isComing: boolean
}

/** Shows the learner's next step. Until the account's progress is loaded, it links to a page that waits for the progress. */
export function NextAction({ step, modules, isComing }: NextActionProps) {
	const { title, text, label, href } = describeNextStep(step, modules)
	return (
		<section
			aria-labelledby="next"
			className="bg-spruce [--focus:var(--on-spruce)] px-6 text-on-spruce sm:px-10 lg:grid lg:grid-cols-[1fr_20rem] lg:gap-10"
		>
			<div className="py-8 sm:py-10">
				<h2 id="next" className="text-base font-semibold tracking-normal">
					Next
				</h2>
				<p className="mt-1 text-2xl font-semibold">{title}</p>
				<p className="mt-2 max-w-read">{text}</p>
				<div className="mt-6">
					<LinkButton to={isComing && 'href' in step ? paths.continueLearning : href} size="lg">
						{label}
					</LinkButton>
				</div>
			</div>
			<SpritePicture name="desk" className="hidden w-full self-end lg:block" align="xMidYMax meet" />
		</section>
	)
}
