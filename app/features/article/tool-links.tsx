type ToolLinksProps = { title: string; tools: readonly { title: string; description: string; href: string }[] }

export function ToolLinks({ title, tools }: ToolLinksProps) {
	return (
		<section className="page pb-14" aria-labelledby="free-tools">
			<h2 id="free-tools">{title}</h2>
			<ul className="mt-6 grid gap-8 lg:grid-cols-2 lg:gap-12">
				{tools.map((tool) => (
					<li key={tool.href} className="grid content-start gap-2 border-t-2 border-ink pt-4">
						<h3>
							<TitleLink to={tool.href}>{tool.title}</TitleLink>
						</h3>
						<p>{tool.description}</p>
					</li>
				))}
			</ul>
		</section>
	)
}
import { TitleLink } from '#app/ui/title-link.tsx'
