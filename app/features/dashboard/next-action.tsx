import type { ReactNode } from 'react'

import { Art } from '#app/ui/art.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

import type { NextStep } from './next-step.ts'

export type ModuleTitles = readonly { id: number; title: string; sections: readonly { id: string; title: string }[] }[]

const titleOf = (modules: ModuleTitles, id: number) => modules.find((module) => module.id === id)

/** One thing to do next, big. */
export function NextAction({ step, modules }: { step: NextStep; modules: ModuleTitles }) {
	if (step.kind === 'finished')
		return (
			<Panel title="All six modules are done" text="You have walked the whole way. Everything stays open for another look.">
				<LinkButton to={paths.modules} size="lg">
					Review the Modules
				</LinkButton>
			</Panel>
		)
	const module = titleOf(modules, step.moduleId)
	if (step.kind === 'start')
		return (
			<Panel
				title={module?.title ?? ''}
				text={step.moduleId === 1 ? 'Your first module waits. It needs no preparation.' : 'The next module is open.'}
			>
				<LinkButton to={step.href} size="lg">
					Start Module {step.moduleId}
				</LinkButton>
			</Panel>
		)
	const section = module?.sections.find(({ id }) => id === step.sectionId)
	return (
		<Panel
			title={section?.title ?? module?.title ?? ''}
			text={`Continue where you left off in module ${step.moduleId}, ${module?.title ?? ''}.`}
		>
			<LinkButton to={step.href} size="lg">
				Continue Learning
			</LinkButton>
		</Panel>
	)
}

function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
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
				<div className="mt-6">{children}</div>
			</div>
			<Art name="desk" className="hidden w-full self-end lg:block" align="xMidYMax meet" />
		</section>
	)
}
