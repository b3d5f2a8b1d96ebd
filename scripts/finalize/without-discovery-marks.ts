/**
 * React Router marks each link whose route it might have to ask the server for. Without server rendering (`ssr: false`) every route
 * stands in the manifest, so nobody reads the marks.
 */
export const withoutDiscoveryMarks = (html: string): string => html.replaceAll(/(<a [^>]*?) data-discover="true"/g, '$1')
