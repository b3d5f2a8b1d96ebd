type PageContentsProps = { title: string; sections: readonly { id: string; text: string }[] }

export function PageContents({ title, sections }: PageContentsProps) {
	return (
		<nav aria-labelledby="contents" className="article-contents">
			<h2 id="contents">{title}</h2>
			<ol>
				{sections.map((section) => (
					<li key={section.id}>
						<a href={`#${section.id}`}>{section.text}</a>
					</li>
				))}
			</ol>
		</nav>
	)
}
