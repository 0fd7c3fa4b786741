/** The id of the `<script type="application/json">` that carries the client's configuration. */
export const clientConfigElementId = 'vigia-config';
