import { Badge } from '#app/ui/badge.tsx'
import type { Signup } from '#content/schema/signup.ts'

const TONES = { 'Active Now': 'sun', 'Early Access': 'good', 'Coming Soon': 'plain' } as const

/** The four steps of the journey, with the active one highlighted. */
export function Journey({ journey }: { journey: Signup['journey'] }) {
	return (
		<>
			<h2>{journey.title}</h2>
			<p className="mt-3 text-lg">{journey.intro}</p>
			<ol className="mt-8 grid gap-y-8 lg:grid-cols-4">
				{journey.steps.map((step) => {
					const isActive = step.badge === 'Active Now'
					return (
						<li key={step.number} className="relative pl-16 lg:pt-16 lg:pr-6 lg:pl-0">
							<span
								aria-hidden="true"
								className={`absolute top-12 -bottom-8 left-[1.3rem] border-l-4 lg:top-[1.3rem] lg:right-0 lg:bottom-auto lg:left-12 lg:border-t-4 lg:border-l-0 ${step.number === 4 ? 'hidden' : ''} ${isActive ? 'border-accent' : 'border-dotted border-line-strong'}`}
							/>
							<span
								aria-hidden="true"
								className={`absolute top-0 left-0 grid size-12 place-items-center rounded-full border-4 text-lg font-semibold ${isActive ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-ground text-soft'}`}
							>
								{step.number}
							</span>
							<h3>{step.title}</h3>
							<p className="mt-2">
								<Badge tone={TONES[step.badge]}>{step.badge}</Badge>
							</p>
							<p className="mt-3">{step.description}</p>
						</li>
					)
				})}
			</ol>
		</>
	)
}
