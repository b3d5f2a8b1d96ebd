import { useRef, useState, type Ref } from 'react'

import { Form, hasErrors, useForm } from '#app/lib/form.tsx'
import { callApiWithChallenge } from '#app/lib/with-captcha.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton, Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { PointList } from '#app/ui/point-list.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Careers, Position } from '#content/schema/careers.ts'
import { paths } from '#contracts/paths.ts'
import { applicationFields, checkFields, mapFields } from '#domain/support/check-fields.ts'
import { CV_MAX_BYTES } from '#domain/support/check-pdf.ts'

import { MessageField, SenderFields, SendMessage } from './message-fields.tsx'

type ApplyButtonProps = { label: string; position: Position | null; onApply: (id: string) => void }

/** Button that selects the position in the form and scrolls there. Without JavaScript it is only a link to the form. */
function ApplyButton({ label, position, onApply }: ApplyButtonProps) {
	return (
		<form
			action={`${paths.careers}#apply`}
			onSubmit={(event) => {
				event.preventDefault()
				onApply(position?.id ?? '')
			}}
		>
			<Button type="submit" variant="secondary" aria-describedby={position ? `position-${position.id}` : undefined}>
				{label}
			</Button>
		</form>
	)
}

function PositionList({
	words,
	sampleLabel,
	onApply,
}: {
	words: Careers['positions']
	sampleLabel: string
	onApply: (id: string) => void
}) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			{words.items.length > 0 ? (
				<p className="mt-4 max-w-read text-lg">{words.intro}</p>
			) : (
				<>
					<h3 className="mt-4">{words.none.title}</h3>
					<p className="mt-2 max-w-read text-lg">{words.none.text}</p>
				</>
			)}
			{words.items.some(({ sample }) => sample) && <p className="mt-4 max-w-read text-soft">{words.sampleNote}</p>}
			<div className="mt-10 border-t-2 border-ink">
				{words.items.map((position) => (
					<article key={position.id} className="grid gap-x-12 gap-y-5 border-b border-line-strong py-8 lg:grid-cols-[4fr_5fr]">
						<div className="grid content-start justify-items-start gap-3">
							<h3 id={`position-${position.id}`}>{position.title}</h3>
							{position.sample && <Badge>{sampleLabel}</Badge>}
							<p className="text-soft">
								{position.department} · {position.location} · {position.type}
							</p>
							<p className="font-semibold tabular-nums">{position.salary}</p>
							<ApplyButton label={words.applyLabel} position={position} onApply={onApply} />
						</div>
						<div>
							<p>{position.description}</p>
							<h4 className="mt-4">{words.requirementsLabel}</h4>
							<ul className="prose mt-2">
								{position.requirements.map((requirement) => (
									<li key={requirement} className="ml-5 list-[square]">
										{requirement}
									</li>
								))}
							</ul>
						</div>
					</article>
				))}
			</div>
			<div className="mt-8 grid justify-items-start gap-3">
				<h3>{words.general.title}</h3>
				<p className="max-w-read">{words.general.text}</p>
				<ApplyButton label={words.general.buttonLabel} position={null} onApply={onApply} />
			</div>
		</>
	)
}

/** A phone may need a long time to upload five megabytes. */
const UPLOAD_TIMEOUT_MS = 60_000

type ApplicationFormProps = {
	words: Careers['form']
	positions: readonly { id: string; title: string }[]
	/** ID of the selected position; empty for a general application. */
	position: string
	onPosition: (id: string) => void
	nameField: Ref<HTMLInputElement>
}

function ApplicationForm({ words, positions, position, onPosition, nameField }: ApplicationFormProps) {
	const form = useForm(
		async ({ text, data, id, form: element }) => {
			const cv = data.get('cv')
			const wrong = {
				...checkFields(applicationFields, mapFields(applicationFields, text)),
				...(cv instanceof File && cv.size > CV_MAX_BYTES && { cv: words.cvTooLarge }),
			}
			if (hasErrors(wrong)) return wrong
			data.set('applicationId', id)
			await callApiWithChallenge('/api/support/applications', { body: data, timeoutMs: UPLOAD_TIMEOUT_MS })
			element.reset()
			onPosition('')
			toast(words.successToast)
		},
		{ describe: () => words.failureToast },
	)
	return (
		<Form of={form} className="relative mt-8 grid max-w-3xl gap-5" action={paths.careers} encType="multipart/form-data">
			<Select
				label={words.positionLabel}
				name="position"
				value={position}
				error={form.problems.position}
				onChange={(event) => onPosition(event.target.value)}
				emptyLabel={words.generalOption}
				options={positions.map(({ id, title }) => [id, title])}
			/>
			<SenderFields words={words} form={form} nameField={nameField} />
			<MessageField words={words} form={form} />
			<TextField label={words.cvLabel} hint={words.cvHint} type="file" name="cv" accept=".pdf,application/pdf" error={form.problems.cv} />
			<SendMessage words={words} form={form} />
		</Form>
	)
}

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
