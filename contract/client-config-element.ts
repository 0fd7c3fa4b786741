/** Id of the `<script type="application/json">` element that holds the client configuration. */
export const clientConfigElementId = 'vigia-config';
