import { Callout } from '#app/ui/callout.tsx'

/** What keeps the pages from being built, one line each. */
export const Problems = ({ title, problems }: { title: string; problems: readonly string[] }) => (
	<Callout tone="danger" role="alert">
		<p className="font-semibold">{title}</p>
		<ul className="wrap-anywhere">
			{problems.map((line) => (
				<li key={line}>
					<code>{line}</code>
				</li>
			))}
		</ul>
	</Callout>
)
