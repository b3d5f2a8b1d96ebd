import { LinkButton } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { paths } from '#contracts/paths.ts'
import { moduleProgressPercent } from '#domain/gating/module-progress.ts'

type ModuleHeaderProps = {
	number: number
	title: string
	/** Sections that count toward progress; on the completion screen the last one is shown as done. */
	sections: readonly { title: string }[]
	index: number
}

export function ModuleHeader({ number, title, sections, index }: ModuleHeaderProps) {
	const shown = Math.min(index, Math.max(sections.length - 1, 0))
	const percent = Math.round(moduleProgressPercent(index, sections.length))
	return (
		<div className="page pt-6 pb-8">
			<LinkButton to={paths.home} variant="quiet" className="-ml-1.5">
				Back to Home
			</LinkButton>
			<p className="mt-4 font-semibold text-accent-ink">Module {number}</p>
			<h1>{title}</h1>
			{sections.length > 0 && (
				<div className="mt-6">
					<ProgressBar label={`Module ${number} progress`} value={percent} />
					<div className="mt-2 flex flex-wrap justify-between gap-x-6">
						<p>
							Section {shown + 1} of {sections.length}: {sections[shown]?.title}
						</p>
						<p className="font-semibold">{percent}% Complete</p>
					</div>
				</div>
			)}
		</div>
	)
}
