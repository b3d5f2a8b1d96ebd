import { useRef, useState } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { PointList } from '#app/ui/point-list.tsx'
import type { Careers } from '#content/schema/careers.ts'

import { ApplicationForm } from './application-form.tsx'
import { PositionList } from './position-list.tsx'

type CareersPageProps = { words: Omit<Careers, 'steps'>; sampleLabel: string }

export function CareersPage({ words, sampleLabel }: CareersPageProps) {
	const [position, setPosition] = useState('')
	const nameField = useRef<HTMLInputElement>(null)

	function apply(id: string) {
		setPosition(id)
		document.getElementById('apply')?.scrollIntoView()
		nameField.current?.focus({ preventScroll: true })
	}

	return (
		<>
			<NumberedSection number="1" label={words.benefits.label}>
				<h2 className="text-3xl">{words.benefits.title}</h2>
				<p className="mt-4 max-w-read text-lg">{words.benefits.intro}</p>
				<PointList items={words.benefits.items} />
			</NumberedSection>
			<NumberedSection number="2" label={words.positions.label}>
				<PositionList words={words.positions} sampleLabel={sampleLabel} onApply={apply} />
			</NumberedSection>
			<NumberedSection number="3" label={words.process.label}>
				<h2 className="text-3xl">{words.process.title}</h2>
				<ol className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
					{words.process.steps.map((step, index) => (
						<li key={step.title} className="border-t-2 border-ink pt-4">
							<h3>
								<span className="mr-3 text-accent-ink tabular-nums" aria-hidden="true">
									{index + 1}
								</span>
								{step.title}
							</h3>
							<p className="mt-2">{step.text}</p>
						</li>
					))}
				</ol>
			</NumberedSection>
			<NumberedSection number="4" label={words.form.label} id="apply">
				<h2 className="text-3xl">{words.form.title}</h2>
				<p className="mt-4 text-lg">{words.form.intro}</p>
				<ApplicationForm
					words={words.form}
					positions={words.positions.items}
					position={position}
					onPosition={setPosition}
					nameField={nameField}
				/>
			</NumberedSection>
			<section className="on-sun" aria-labelledby="ask">
				<div className="page grid justify-items-start gap-4 py-14">
					<h2 id="ask">{words.contact.title}</h2>
					<p className="text-lg">{words.contact.text}</p>
					<LinkButton to={words.contact.button.href} variant="secondary">
						{words.contact.button.label}
					</LinkButton>
				</div>
			</section>
		</>
	)
}
