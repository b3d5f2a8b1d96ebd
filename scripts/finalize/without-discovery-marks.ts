/**
 * React Router marks each link whose route it might have to request from the server. Without server rendering (`ssr: false`)
 * every route is in the manifest, so nothing reads the marks.
 */
export const withoutDiscoveryMarks = (html: string): string => html.replaceAll(/(<a [^>]*?) data-discover="true"/g, '$1')
