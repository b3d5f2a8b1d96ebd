// On Lighthouse's simulated phone, the largest contentful paint is at 912 ms for `/` and at 909 ms for an article. With React Router's own
// bootstrap, it is at 1,939 and 1,972 ms, because the scripts compete with the page for bandwidth (docs/benchmarks.md).

const MODULE_SCRIPT = /<script type="module" async="">([\s\S]*?)<\/script>/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g

/** Time after which the modules start even without a paint entry, as on slow devices and in background tabs. */
const LATEST_START_MS = 3000

type Bootstrap = { entry: string; modules: readonly { url: string; name: string | null }[]; routeModules: string }

function readBootstrap(code: string, page: string): Bootstrap {
	const modules = [...code.matchAll(/import (?:\* as (\w+) from )?"([^"]+)";/g)].map((match) => ({
		name: match[1] ?? null,
		url: match[2] ?? '',
	}))
	const entry = /import\("([^"]+)"\)/.exec(code)?.[1]
	const routeModules = /__reactRouterRouteModules = (\{[^}]*\})/.exec(code)?.[1]
	if (!entry || !routeModules || modules.length === 0)
		throw new Error(`${page}: React Router changed what <Scripts/> prints; server/pages/boot-after-paint.ts must be adapted`)
	return { entry, modules, routeModules }
}

function deferredBoot({ entry, modules, routeModules }: Bootstrap, preloads: readonly string[], stylesheet: string): string {
	const ordered = [...modules.filter(({ name }) => name), ...modules.filter(({ name }) => !name)]
	const imports = ordered.map(({ url }) => `import(${JSON.stringify(url)})`).join()
	const names = ordered.flatMap(({ name }) => (name ? [name] : [])).join()
	return (
		`const P=${JSON.stringify(preloads)};let b=0;const go=()=>{if(b)return;b=1;` +
		`for(const h of P){const e=document.createElement("link");e.rel="modulepreload";e.href=h;e.fetchPriority="low";document.head.append(e)}` +
		`const c=document.createElement("link");c.rel="stylesheet";c.href=${JSON.stringify(stylesheet)};` +
		`const k=new Promise(r=>{c.onload=c.onerror=r});document.head.append(c);` +
		`Promise.all([${imports},k]).then(([${names}])=>{window.__reactRouterRouteModules=${routeModules};return import(${JSON.stringify(entry)})})};` +
		`new PerformanceObserver((l,o)=>{o.disconnect();setTimeout(go)}).observe({type:"paint",buffered:true});setTimeout(go,${LATEST_START_MS});` +
		`for(const e of["pointerdown","keydown"])addEventListener(e,go,{once:true,passive:true});`
	)
}

/**
 * Imports React Router's modules after the first paint, or at the first touch or key press. It uses only dynamic imports, so that the page
 * works with `strict-dynamic`. Leaves a page without scripts unchanged.
 * @throws Error if the bootstrap doesn't match the output of this version of React Router
 */
export function bootAfterPaint(html: string, page: string, stylesheet: string): string {
	const script = MODULE_SCRIPT.exec(html)
	if (!script) return html
	const preloads = [...html.matchAll(PRELOAD)].flatMap((match) => match[1] ?? [])
	const boot = deferredBoot(readBootstrap(script[1] ?? '', page), preloads, stylesheet)
	return html.replace(PRELOAD, '').replace(script[0], () => `<script type="module">${boot}</script>`)
}
