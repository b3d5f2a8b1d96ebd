import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Careers, Position } from '#content/schema/careers.ts'
import { paths } from '#contracts/paths.ts'

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

export function PositionList({
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
